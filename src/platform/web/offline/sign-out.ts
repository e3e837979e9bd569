import type { Account } from '../../contract/account.ts';
import { hasMark } from './mark.ts';

/** Where the server ends the session of this person. */
export function signOutAddress({ provider }: Pick<Account, 'provider'>): string {
  return `/api/auth/providers/${encodeURIComponent(provider)}/logout`;
}

/** Whether the device keeps something of the person, so that there is something to do before they leave. */
export const keepsSomething = hasMark;

/** Signs out; where the device keeps something, it is cleaned up first. */
export function signOut(account: Account): void {
  const address = signOutAddress(account);
  const go = () => location.assign(address);
  if (hasMark()) void import('./log-out.ts').then(({ logOut }) => logOut(account, address), go);
  else go();
}
