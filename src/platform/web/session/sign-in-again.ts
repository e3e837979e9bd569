import type { Account } from '../../contract/account.ts';
import { providerLogin } from './sign-in.ts';

const ofNewTab = 'signed-in-again';
const ofRefusal = 'not-done';

/** Where the same provider signs the person in again, in a separate tab that says so afterward. */
export function signInAgainAddress(account: Pick<Account, 'provider'>): string {
  return providerLogin(account.provider, `/?${ofNewTab}`);
}

/** Whether this tab was opened only to sign in again. Removes the mark, so that a reload forgets it. */
export const returnedInNewTab: boolean = takeMark(ofNewTab);

/** Where a page returns to that is left to sign in because what was pressed found the session ended. */
export function addressAfterRefusal(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.set(ofRefusal, '');
  return url.pathname + url.search + url.hash;
}

/** Whether this page has returned from there. Removes the mark, too. */
export const returnedAfterRefusal: boolean = takeMark(ofRefusal);

function takeMark(mark: string): boolean {
  if (typeof location === 'undefined') return false;
  const search = new URLSearchParams(location.search);
  if (!search.has(mark)) return false;
  search.delete(mark);
  history.replaceState(
    history.state,
    '',
    location.pathname + (search.size ? `?${search}` : '') + location.hash,
  );
  return true;
}
