import { createContext, use } from 'react';
import type { Account } from '../../contract/account.ts';
import { setPageOwner } from '../client/page-owner.ts';
import { reportSignedIn } from '../client/session-changed.ts';
import { askForAccount } from './browser.ts';
import { pageData } from './page-data.ts';
import { createSession, type SessionState } from './session.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

/** The session of this page; screens use `useAccount`. */
export const session = createSession(pageData.account, {
  ask: askForAccount,
  hasUnsavedWork,
  startOver: () => location.reload(),
  confirmed: reportSignedIn,
  now: () => Date.now(),
});

const nameOwner = () => setPageOwner(session.current().account?.id ?? null);
nameOwner();
session.subscribe(nameOwner);

export const SessionContext = createContext<SessionState>(session.current());

export interface CurrentAccount {
  status: SessionState['status'];
  account: Account | null;
  /** Why the account could not be loaded, as a sentence. */
  error: string | null;
  /** Offline: the last person who used this device; the server has not confirmed it. */
  assumed: boolean;
  /** The session of this page was ended for good, so no one here is to be sent to sign in. */
  endedForGood: boolean;
  /** Asks the server again who is signed in. */
  reload: () => Promise<void>;
}

/** Who is signed in. Use the permissions only to show and hide: the server decides again on every call. */
export function useAccount(): CurrentAccount {
  const { status, account, error, assumed, endedForGood } = use(SessionContext);
  return { status, account, error, assumed, endedForGood, reload: session.reload };
}
