import type { Account } from '../../contract/account.ts';
import { clearSignedOut, wasSignedOut } from '../session/was-signed-out.ts';
import { announceChange } from './channel.ts';
import { isSamePerson, type Owner } from './entry.ts';
import { hasMark, setMark } from './mark.ts';
import { putKept, read, readAll, remove } from './store.ts';

const name = 'person';

/** Remembers who is signed in, with only what offline screens need in order to know whose entries they write. */
async function rememberPerson(account: Account, permissions: readonly string[]): Promise<void> {
  const { id, name: fullName, email, givenName, familyName, provider } = account;
  const value: Account = {
    id,
    name: fullName,
    email,
    givenName,
    familyName,
    provider,
    groups: [],
    permissions: [...permissions],
    photo: false,
  };
  setMark(true);
  await putKept({ name, value, keptAt: new Date().toISOString() });
}

/** Who was signed in at the last online visit, unless the portal has since said that they no longer are. */
export async function readPerson(): Promise<Account | null> {
  if (!hasMark()) return null;
  if (wasSignedOut()) {
    await forgetPeople();
    return null;
  }
  const person = (await read('kept', name))?.value as Account | undefined;
  // An earlier release stored no id.
  return person?.id === undefined ? null : person;
}

/**
 * Keeps what belongs to the person the server has just confirmed, and removes everyone else's name and
 * drafts.
 * @param permissions Theirs for offline screens, `null` when they have none.
 */
export async function keepOnly(account: Account, permissions: readonly string[] | null): Promise<void> {
  clearSignedOut();
  if (permissions === null) await remove('kept', name);
  else await rememberPerson(account, permissions);
  await removeDrafts((owner) => !isSamePerson(owner, account));
}

/**
 * Call it when the server has said that no one is signed in. After a timeout the name goes, and drafts are
 * hidden until the same person signs in again; someone who was signed out for good leaves no draft.
 */
export async function hidePerson(): Promise<void> {
  if (wasSignedOut()) return forgetPeople();
  await remove('kept', name);
  await refreshMark();
}

/** Removes the name and all drafts. What was submitted stays until it can be sent. */
export async function forgetPeople(): Promise<void> {
  await remove('kept', name);
  await removeDrafts(() => true);
}

async function removeDrafts(isGone: (owner: Owner) => boolean): Promise<void> {
  const drafts = (await readAll('entries')).filter(({ state, owner }) => state === 'draft' && isGone(owner));
  for (const { id } of drafts) await remove('entries', id);
  if (drafts.length > 0) announceChange();
  await refreshMark();
}

/** Whether the next page has to look here at all. */
async function refreshMark(): Promise<void> {
  const [kept, entries] = await Promise.all([readAll('kept'), readAll('entries')]);
  setMark(kept.length > 0 || entries.length > 0);
}
