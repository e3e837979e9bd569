import { type Account, readAccount } from '../../contract/account.ts';
import { ApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import { askToConfirm } from '../feedback/confirm.ts';
import { showToast } from '../feedback/toasts.ts';
import { closeDrafts } from './drafts.ts';
import { refreshOutbox } from './outbox.ts';
import { forgetPerson } from './person.ts';
import { readAll } from './store.ts';
import { countWrites, isSamePerson, nameOfOwner } from './waiting.ts';

/** Logs out through `address`: warns of what is not sent yet, and leaves nothing else of the person on the device. */
export async function leave(account: Account, address: string): Promise<void> {
  if (navigator.onLine === false) return sayOffline();
  try {
    if (!(await mayLeave(account))) return;
    // What is deleted here is gone, while a session that was not ended goes on.
    if (!(await isReachable())) return sayOffline();
    closeDrafts();
    await forgetPerson(account);
  } catch {
    // A store that cannot be read keeps nobody signed in.
  }
  location.assign(address);
}

function sayOffline(): void {
  showToast({
    tone: 'info',
    title: 'You are offline',
    text: 'Logging out needs a network. Keep this device to yourself until then.',
    seconds: 8,
  });
}

const patienceMs = 5_000;

/** Whether the portal answers at all: one bar of signal counts as a network, and may be none. */
async function isReachable(): Promise<boolean> {
  try {
    await call(readAccount, { signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch (thrown) {
    return thrown instanceof ApiError && thrown.status !== 0;
  }
}

async function mayLeave(account: Account): Promise<boolean> {
  await refreshOutbox();
  const waiting = (await readAll('waiting')).filter(({ owner }) => isSamePerson(owner, account));
  const drafts = (await readAll('drafts')).filter(({ id }) => id.startsWith(`${nameOfOwner(account)}:`));
  if (waiting.length === 0 && drafts.length === 0) return true;
  const stays = `${countWrites(waiting)} of yours ${waiting.length === 1 ? 'is' : 'are'} not sent yet. What waits stays on this device and is sent when you sign in here again.`;
  const goes = 'A draft that you have not submitted is deleted from this device.';
  return askToConfirm({
    title:
      waiting.length > 0 ? `Log out with ${countWrites(waiting)} unsent?` : 'Log out and delete your draft?',
    text: [waiting.length > 0 ? stays : '', drafts.length > 0 ? goes : '']
      .filter((text) => text !== '')
      .join(' '),
    action: 'Log out',
    stay: 'Stay signed in',
    danger: true,
  });
}
