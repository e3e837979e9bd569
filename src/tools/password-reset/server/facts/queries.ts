import { type Generated, sql } from 'kysely';
import {
  type Reader,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../../platform/server/db/database.ts';
import type { FactHashes } from './fact-hashes.ts';

export interface FactsRow extends FactHashes {
  id: string;
  /** The college email, in canonical form. */
  email: string;
  /** Encrypted. */
  personal_email: string | null;
  /** A hash of it, so that an import can tell whether it changed. */
  personal_email_check: Buffer | null;
}
/** Whose address it was when the facts were imported. */
interface FactsTable extends FactsRow {
  /** The account, if there was one. */
  person_id: Generated<string | null>;
  /** The records of the directory. */
  directory_keys: Generated<string[]>;
}
interface ImportsTable {
  id: string;
  imported_at: Generated<Date>;
  imported_by: string;
  people: number;
  added: number;
  changed: number;
  removed: number;
  incomplete: number;
  /** Which secret made the hashes. */
  secret_check: Buffer;
}
interface Tables {
  reset_facts: FactsTable;
  reset_imports: ImportsTable;
}

const factColumns = [
  'id',
  'email',
  'college_id',
  'birthdate',
  'last_four',
  'phone',
  'personal_email',
  'personal_email_check',
] as const;

/** Of facts `f`: the account that has the address, and the records that have it or belong to that account. */
const account = sql<string | null>`(
  select p.id from people p where p.email = f.email and p.email_released_at is null)`;
const itsRecords = sql`directory_records d where d.active and (lower(d.email) = f.email or d.person_id = ${account})`;

/**
 * Facts `f` belong to the current owner of the address. An address can be given to someone else, whose account the
 * former owner's facts must not open; they count for no one until the next import says whose they are.
 */
export const areOfOwner = sql<boolean>`(f.person_id is null or f.person_id = ${account})
  and not exists (select from ${itsRecords}
    and d.key <> all(f.directory_keys) and (d.person_id = f.person_id) is not true)`;

export function selectAllFacts(reader: Reader): Promise<FactsRow[]> {
  return readTables<Tables>(reader).selectFrom('reset_facts').select(factColumns).execute();
}

/** Those of the current owner of the address. */
export function findFacts(reader: Reader, email: string): Promise<FactsRow | undefined> {
  return readTables<Tables>(reader)
    .selectFrom('reset_facts as f')
    .select(factColumns)
    .where('email', '=', email)
    .where(areOfOwner)
    .executeTakeFirst();
}

/** So that two imports at once don't work from the same reading. */
export async function lockFacts(transaction: WriteTransaction): Promise<void> {
  await sql`lock table reset_facts in share row exclusive mode`.execute(transaction);
}

/** This many rows in one statement stay far below its 65,535 parameters. */
export const atOnce = 1_000;

/** @param rows At least one, and at most `atOnce` */
export async function saveFacts(transaction: WriteTransaction, rows: readonly FactsRow[]): Promise<void> {
  await writeTables<Tables>(transaction)
    .insertInto('reset_facts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        college_id: sql`excluded.college_id`,
        birthdate: sql`excluded.birthdate`,
        last_four: sql`excluded.last_four`,
        phone: sql`excluded.phone`,
        personal_email: sql`excluded.personal_email`,
        personal_email_check: sql`excluded.personal_email_check`,
      }),
    )
    .execute();
}

/** Records whose address it is now, for all facts: the file was about these people. */
export async function bindFacts(transaction: WriteTransaction): Promise<void> {
  await sql`
    update reset_facts f set person_id = o.person_id, directory_keys = o.directory_keys
    from (select f.id, ${account} as person_id, array(select d.key from ${itsRecords} order by d.key) as directory_keys
      from reset_facts f) o
    where o.id = f.id
      and (f.person_id, f.directory_keys) is distinct from (o.person_id, o.directory_keys)`.execute(
    transaction,
  );
}

export async function removeFacts(transaction: WriteTransaction, emails: readonly string[]): Promise<void> {
  await writeTables<Tables>(transaction)
    .deleteFrom('reset_facts')
    .where('email', '=', sql<string>`any(${[...emails]}::text[])`)
    .execute();
}

const importColumns = [
  'id',
  'imported_at',
  'imported_by',
  'people',
  'added',
  'changed',
  'removed',
  'incomplete',
  'secret_check',
] as const;

export function insertImport(transaction: WriteTransaction, row: Omit<ImportsTable, 'imported_at'>) {
  return writeTables<Tables>(transaction)
    .insertInto('reset_imports')
    .values(row)
    .returning(importColumns)
    .executeTakeFirstOrThrow();
}
export type ImportRow = Awaited<ReturnType<typeof insertImport>>;

export function selectImports(reader: Reader) {
  return readTables<Tables>(reader).selectFrom('reset_imports').select(importColumns);
}

/** Grows with each import. */
export async function countImports(reader: Reader): Promise<number> {
  const { imports } = await readTables<Tables>(reader)
    .selectFrom('reset_imports')
    .select(({ fn }) => fn.countAll<number>().as('imports'))
    .executeTakeFirstOrThrow();
  return imports;
}

/** The last import; `undefined` while there has been none. */
export function findLastImport(reader: Reader): Promise<ImportRow | undefined> {
  return selectImports(reader)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
