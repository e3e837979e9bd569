import type { Account } from '../../contract/account.ts';
import { hasMark } from './mark.ts';
import { sayStaysSignedIn } from './stays-signed-in.ts';

/** Where the server ends the session of this person. */
export function signOutAddress({ provider }: Pick<Account, 'provider'>): string {
  return `/api/auth/providers/${encodeURIComponent(provider)}/logout`;
}

const isOffline = () => navigator.onLine === false;

/** Whether there is more to do than to open the address: the device keeps something of the person, or is offline. */
export const needsMoreThanAddress = () => hasMark() || isOffline();

/** Signs out; where the device keeps something, it is cleaned up first. */
export function signOut(account: Account): void {
  const address = signOutAddress(account);
  const go = () => location.assign(address);
  if (isOffline()) sayStaysSignedIn();
  else if (hasMark()) void import('./log-out.ts').then(({ logOut }) => logOut(account, address), go);
  else go();
}
