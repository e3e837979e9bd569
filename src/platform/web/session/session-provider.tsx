import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { showToast } from '../feedback/toasts.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { SessionContext, session } from './account.ts';
import { watchBrowser } from './browser.ts';
import { returnedInNewTab } from './sign-in-again.ts';
import { Stopped } from './stopped.tsx';
import { Veil } from './veil.tsx';

export const SessionEnded = lazyPart(async () => (await import('./session-ended.tsx')).SessionEnded, {
  // Its button cannot be offered: a link here would leave the page, and what was typed.
  onFailure: () =>
    showToast({
      tone: 'error',
      title: 'Your session has ended',
      text: 'Sign in again in a new tab, then come back to this one. What you typed stays here.',
      seconds: 60,
    }),
});
const SignedInAgain = lazyPart(async () => (await import('./signed-in-again.tsx')).SignedInAgain);

/** Keeps every screen below it informed of who is signed in, and shows when the session has ended. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.current);
  useEffect(() => watchBrowser(session), []);
  // Removed, not hidden: what was typed here is for no one else, and nothing continues in the background.
  if (state.replacedBy !== null) return <Stopped name={state.replacedBy} />;
  return (
    <SessionContext value={state}>
      {children}
      {state.interrupted > 0 && state.account && (
        <SessionEnded key={state.interrupted} account={state.account} />
      )}
      {returnedInNewTab && state.status === 'signed-in' && <SignedInAgain />}
      {state.veiled && <Veil error={state.error} onRetry={session.reload} />}
    </SessionContext>
  );
}
