import { type Account, readAccount } from '../../contract/account.ts';
import { ApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import { askToConfirm } from '../feedback/confirm.ts';
import { isSamePerson } from './entry.ts';
import { questionOnLeaving } from './leaving.ts';
import { forgetPeople } from './person.ts';
import { sayStaysSignedIn } from './stays-signed-in.ts';
import { readAll } from './store.ts';

/**
 * Signs out through `address`: warns of what is not sent yet, and leaves nothing else of the person on the
 * device, even when the sign-out ends at the provider and no page of ours follows.
 */
export async function logOut(account: Account, address: string): Promise<void> {
  try {
    if (!(await mayLeave(account))) return;
    // What is deleted here is gone, even if the session does not end.
    if (!(await isReachable())) return sayStaysSignedIn();
    await forgetPeople();
  } catch {
    // A store that cannot be read must not prevent signing out.
  }
  location.assign(address);
}

const patienceMs = 5_000;

/** Whether the portal itself responds: one bar of signal counts as a network, and may be none. A proxy may answer, too. */
async function isReachable(): Promise<boolean> {
  try {
    await call(readAccount, { signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch (thrown) {
    return thrown instanceof ApiError && thrown.isRefusal;
  }
}

async function mayLeave(account: Account): Promise<boolean> {
  const own = (await readAll('entries')).filter(({ owner }) => isSamePerson(owner, account));
  const question = questionOnLeaving(own);
  if (question === null) return true;
  return askToConfirm({ ...question, action: 'Sign out', stay: 'Stay signed in', danger: true });
}
