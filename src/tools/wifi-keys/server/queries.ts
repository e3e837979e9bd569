import { type Generated, sql } from 'kysely';
import {
  type Reader,
  readRows,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';

interface WifiKeysTable {
  id: string;
  owner_id: string;
  kind: 'own' | 'device' | 'guest';
  /** What a device is called, or the name of a guest. */
  label: string;
  guest_email: string | null;
  sealed: string | null;
  reference: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Label and guest in lower case, for the search. */
  folded: Generated<string>;
  noticed_at: Date | null;
  revoked_at: Date | null;
  revoked_by: string | null;
  revoked_why: 'it' | 'left' | 'blocked' | 'sponsor' | null;
}
interface Tables {
  wifi_keys: WifiKeysTable;
}

const columns = [
  'id',
  'owner_id',
  'kind',
  'label',
  'guest_email',
  'sealed',
  'reference',
  'created_at',
  'expires_at',
  'folded',
  'noticed_at',
  'revoked_at',
  'revoked_by',
  'revoked_why',
] as const;
const isExpired = sql<boolean>`expires_at <= now()`;

export const tablesOf = (transaction: WriteTransaction) => writeTables<Tables>(transaction);

/** A person's own key, whatever its state. */
export function findOwn(reader: Reader, ownerId: string) {
  return readTables<Tables>(reader)
    .selectFrom('wifi_keys')
    .select([...columns, isExpired.as('expired')])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'own')
    .executeTakeFirst();
}
export type KeyRow = NonNullable<Awaited<ReturnType<typeof findOwn>>>;

/** Whether the directory had this person and no longer has them. */
export async function hasLeft(reader: Reader, personId: string): Promise<boolean> {
  const rows = await readRows(
    reader,
    sql`select from directory_records where person_id = ${personId} and not active`,
  );
  return rows.length > 0;
}

export function findKey(reader: Reader, id: string): Promise<KeyRow | undefined> {
  return readTables<Tables>(reader)
    .selectFrom('wifi_keys')
    .select([...columns, isExpired.as('expired')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Reads a key and keeps others from changing it until the transaction ends. */
export function holdKey(transaction: WriteTransaction, id: string): Promise<KeyRow | undefined> {
  return tablesOf(transaction)
    .selectFrom('wifi_keys')
    .select([...columns, isExpired.as('expired')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type NewKey = Pick<
  KeyRow,
  'id' | 'owner_id' | 'kind' | 'label' | 'guest_email' | 'sealed' | 'reference' | 'expires_at'
> & { folded?: string };

/**
 * @returns `undefined` if the person already has a key of their own, or another row names this key of the controller:
 * it waits for others who are creating one.
 */
export function insertKey(transaction: WriteTransaction, row: NewKey): Promise<KeyRow | undefined> {
  return tablesOf(transaction)
    .insertInto('wifi_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning([...columns, isExpired.as('expired')])
    .executeTakeFirst();
}

/** Whether a row names this key of the controller. */
export async function isNamed(reader: Reader, reference: string): Promise<boolean> {
  const row = await readTables<Tables>(reader)
    .selectFrom('wifi_keys')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteKey(transaction: WriteTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(transaction)
    .deleteFrom('wifi_keys')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The key itself is deleted: nothing that could restore it is kept. */
export function markRevoked(
  transaction: WriteTransaction,
  id: string,
  { by, why }: { by: string; why: NonNullable<KeyRow['revoked_why']> },
): Promise<KeyRow> {
  return tablesOf(transaction)
    .updateTable('wifi_keys')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by, revoked_why: why, sealed: null, reference: null })
    .where('id', '=', id)
    .returning([...columns, isExpired.as('expired')])
    .executeTakeFirstOrThrow();
}

/** A person's keys for devices or guests, those that work first, then those that ended in the last 30 days; newest first. */
export function selectOthers(reader: Reader, ownerId: string, kind: 'device' | 'guest'): Promise<KeyRow[]> {
  return readTables<Tables>(reader)
    .selectFrom('wifi_keys')
    .select([...columns, isExpired.as('expired')])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where(sql<Date>`least(expires_at, revoked_at)`, '>', sql<Date>`now() - interval '30 days'`)
    .orderBy(sql`revoked_at is null and expires_at > now()`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
}

/** The controller no longer has it. */
export async function forgetReference(transaction: WriteTransaction, id: string): Promise<void> {
  await tablesOf(transaction)
    .updateTable('wifi_keys')
    .set({ reference: null })
    .where('id', '=', id)
    .execute();
}

/** Their owners get an email about when they expire. */
export async function markNoticed(transaction: WriteTransaction, ids: readonly string[]): Promise<void> {
  await tablesOf(transaction)
    .updateTable('wifi_keys')
    .set({ noticed_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .execute();
}

/** The keys that we keep and that work, in an order that does not change. */
export function selectWorking(reader: Reader): Promise<{ id: string; sealed: string }[]> {
  return readTables<Tables>(reader)
    .selectFrom('wifi_keys')
    .select(['id', 'sealed'])
    .$narrowType<{ sealed: string }>()
    .where('sealed', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();
}
