import { readAccount } from '../../contract/account.ts';
import { asApiError } from '../client/api-error.ts';
import { onAnswered, onSessionChanged } from '../client/session-changed.ts';
import type { AccountAnswer, Session } from './session.ts';
import { wasSignedOut } from './was-signed-out.ts';

const channelName = 'quad-session';

/** Asks the server who is signed in. Loads the code for that only now: no first paint needs it. */
export async function askForAccount(): Promise<AccountAnswer> {
  try {
    const { call } = await import('../client/call.ts');
    return { account: await call(readAccount, { person: null }) };
  } catch (thrown) {
    const error = asApiError(thrown);
    return error.isSignedOut ? { account: null, signedOut: wasSignedOut() } : { error: error.detail };
  }
}

/**
 * Connects a session to the events of this window.
 * @returns a function that disconnects it
 */
export function watchBrowser(session: Session): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('pagehide', (event) => event.persisted && session.freeze(), { signal });
  addEventListener('pageshow', (event) => event.persisted && void session.askAgain(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void session.wake(),
    { signal },
  );
  const confirm = () => session.current().assumed && void session.reload();
  addEventListener('online', confirm, { signal });
  const stopHearing = [onSessionChanged(() => void session.reload()), onAnswered(confirm)];
  const stopNotifying = notifyOtherTabs(session);
  return () => {
    stop.abort();
    for (const stop of stopHearing) stop();
    stopNotifying();
  };
}

/**
 * Tabs of one browser share one session: a newly served page sends the others the id it was served for
 * (nothing else), and so does a page that is left by signing out. A tab that has another id asks the server.
 */
function notifyOtherTabs(session: Session): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const { account, interrupted } = session.current();
    const believed = account === null || interrupted > 0 ? null : account.id;
    if (event.data !== believed) void session.askAgain();
  };
  // A page that asked the server ignores what was only assumed.
  const { account, status, assumed } = session.current();
  if (!assumed && status !== 'loading') channel.postMessage(account?.id ?? null);
  // After a sign-out a provider may show a page of its own, and no page of ours follows that would say so.
  const saySignedOut = () => {
    if (session.current().account !== null && wasSignedOut()) channel.postMessage(null);
  };
  addEventListener('pagehide', saySignedOut);
  return () => {
    removeEventListener('pagehide', saySignedOut);
    channel.close();
  };
}
