import type { Account } from '../../contract/account.ts';
import { providerLogin } from './sign-in.ts';

const mark = 'signed-in-again';

/** Where the same provider signs the person in again, in a separate tab that says so afterward. */
export function signInAgainAddress(account: Pick<Account, 'provider'>): string {
  return providerLogin(account.provider, `/?${mark}`);
}

/** Whether this tab was opened only to sign in again. Removes the mark, so that a reload forgets it. */
export const returnedInNewTab: boolean = takeMark();

function takeMark(): boolean {
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
