import { sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../db/database.ts';

/**
 * Joins records to the people who have signed in. The key decides if the provider sends it; an email address only
 * if the provider is trusted for its domain, and if exactly one active record has it. An address alone
 * gives no new record to someone who had one: it may have been given to someone new, and IT is asked. What IT said stays.
 */
const byEmail = (emailTrusted: readonly string[]) => sql`
  d.active and d.person_id is null and d.email <> '' and p.email = lower(d.email) and p.email_released_at is null
  and d.not_person_id is distinct from p.id
  and exists (select from identities i where i.person_id = p.id and i.provider = any(${[...emailTrusted]}))
  and not exists (select from directory_records o where o.person_id = p.id)
  and not exists (
    select from directory_records o where o.active and lower(o.email) = lower(d.email) and o.key <> d.key)`;

/**
 * At a sign-in, which it never fails: a person without a record can still sign in, and one whose record is being changed
 * at this moment is joined with that change, or at the next sign-in.
 */
export async function joinPerson(
  transaction: WriteTransaction,
  personId: string,
  { key, emailTrusted }: { key: string | undefined; emailTrusted: readonly string[] },
): Promise<void> {
  if (key !== undefined && key !== '') await moveToRecord(transaction, key, personId, sql`skip locked`);
  if (emailTrusted.length === 0) return;
  const free = sql`array(select o.key from directory_records o
    where o.active and lower(o.email) = (select email from people where id = ${personId}) for update skip locked)`;
  await sql`update directory_records d set person_id = p.id from people p
    where p.id = ${personId} and d.key = any(${free}) and ${byEmail(emailTrusted)}`.execute(transaction);
}

/**
 * A person has one record. One that the directory no longer has gives way: a graduate is hired, or someone comes back
 * under a new key.
 * @param ifLocked `skip locked`: nothing happens while one of the two records is being changed.
 * @returns Whether the record was free, and the person had no other active one.
 */
async function moveToRecord(
  transaction: WriteTransaction,
  key: string,
  personId: string,
  ifLocked = sql``,
): Promise<boolean> {
  const { rows } = await sql`
    select from directory_records where key = ${key} and active and person_id is null
    for update ${ifLocked}`.execute(transaction);
  if (rows.length === 0) return false;
  const former = sql`array(select key from directory_records where person_id = ${personId} and not active
    for update ${ifLocked})`;
  await sql`update directory_records set person_id = null where key = any(${former})`.execute(transaction);
  const { numAffectedRows } = await sql`update directory_records set person_id = ${personId}
    where key = ${key} and not exists (select from directory_records where person_id = ${personId})`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/**
 * The key of the one active record that has the address of a person `p` without one, and belongs to no one; null
 * if there is none, if it is not clear which, or if IT said that it is someone else's.
 */
export const unjoinedKey = sql<string | null>`(
  select case when count(*) = 1
    then min(d.key) filter (where d.person_id is null and d.not_person_id is distinct from p.id) end
  from directory_records d where d.active and lower(d.email) = p.email and p.email_released_at is null
    and not exists (select from directory_records o where o.person_id = p.id and o.active))`;

/** The same for one person. */
export async function findUnjoined(reader: Reader, personId: string): Promise<string | null> {
  const rows = await readRows(
    reader,
    sql<{ key: string | null }>`select ${unjoinedKey} as key from people p where p.id = ${personId}`,
  );
  return rows[0]?.key ?? null;
}

/** IT says whose record it is. @returns Whether it is still the one that IT was asked about. */
export async function giveRecord(
  transaction: WriteTransaction,
  key: string,
  personId: string,
): Promise<boolean> {
  // What the directory is saying at this moment counts.
  await sql`select from directory_records where key = ${key} for update`.execute(transaction);
  return (
    (await findUnjoined(transaction, personId)) === key && (await moveToRecord(transaction, key, personId))
  );
}

/** IT says that the record is not this person's. */
export async function denyRecord(
  transaction: WriteTransaction,
  key: string,
  personId: string,
): Promise<void> {
  await transaction
    .updateTable('directory_records')
    .set({ not_person_id: personId })
    .where('key', '=', key)
    .execute();
}

/** After the directory has changed. */
export async function joinAll(transaction: WriteTransaction, emailTrusted: readonly string[]): Promise<void> {
  if (emailTrusted.length === 0) return;
  await sql`update directory_records d set person_id = p.id from people p
    where ${byEmail(emailTrusted)}`.execute(transaction);
}
