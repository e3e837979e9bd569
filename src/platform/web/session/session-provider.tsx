import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Account } from '../../contract/account.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { SessionContext, session } from './account.ts';
import { watchBrowser } from './browser.ts';
import { returnedInNewTab } from './sign-in-again.ts';
import { Stopped } from './stopped.tsx';
import { Veil } from './veil.tsx';

interface SessionEndedProps {
  account: Account;
  onNotShown: () => void;
}

export const SessionEnded = lazyPart<SessionEndedProps>(
  async () => (await import('./session-ended.tsx')).SessionEnded,
  { onFailure: ({ onNotShown }) => onNotShown() },
);
const SignedInAgain = lazyPart(async () => (await import('./signed-in-again.tsx')).SignedInAgain);

interface SessionProviderProps {
  children: ReactNode;
  /** Called when the session has ended and the dialog about it could not be loaded. */
  onEndNotShown: () => void;
}

/** Keeps every screen below it informed of who is signed in, and shows when the session has ended. */
export function SessionProvider({ children, onEndNotShown }: SessionProviderProps) {
  const state = useSyncExternalStore(session.subscribe, session.current);
  useEffect(() => watchBrowser(session), []);
  // Removed, not hidden: what was typed here is for no one else, and nothing continues in the background.
  if (state.replacedBy !== null) return <Stopped name={state.replacedBy} />;
  return (
    <SessionContext value={state}>
      {children}
      {state.interrupted > 0 && state.account && (
        <SessionEnded key={state.interrupted} account={state.account} onNotShown={onEndNotShown} />
      )}
      {returnedInNewTab && state.status === 'signed-in' && <SignedInAgain />}
      {state.veiled && <Veil error={state.error} onRetry={session.reload} />}
    </SessionContext>
  );
}
