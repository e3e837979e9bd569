import type { Account } from '../../contract/account.ts';
import { hasMark, setMark } from './mark.ts';
import { clear, read, readAll, remove, write } from './store.ts';
import { isSamePerson, nameOfOwner, type Owner } from './waiting.ts';

const name = 'person';

/** Notes who is signed in, so that offline screens know under whom they write. Only what those screens need. */
export async function rememberPerson(account: Account, permissions: readonly string[]): Promise<void> {
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
  await write('kept', { name, value, keptAt: new Date().toISOString() });
}

/** Who was signed in at the last visit with a network and did not log out. */
export async function readPerson(): Promise<Account | null> {
  if (!hasMark()) return null;
  const person = (await read('kept', name))?.value as Account | undefined;
  // An earlier release kept no id.
  return person?.id === undefined ? null : person;
}

/** Another person is signed in now who does not work offline: the one before is not to be taken for them. */
export async function forgetOthers(present: Owner): Promise<void> {
  const person = await readPerson();
  if (person !== null && !isSamePerson(person, present)) await remove('kept', name);
  await refreshMark();
}

/** After a logout: the device knows nobody any more, and keeps nothing of theirs but the writes that wait. */
export async function forgetPerson(person: Owner): Promise<void> {
  await clear('kept');
  const owned = `${nameOfOwner(person)}:`;
  for (const { id } of await readAll('drafts')) if (id.startsWith(owned)) await remove('drafts', id);
  await refreshMark();
}

/** Whether the next page has to look here at all. */
async function refreshMark(): Promise<void> {
  const [kept, waiting] = await Promise.all([readAll('kept'), readAll('waiting')]);
  setMark(kept.length > 0 || waiting.length > 0);
}
