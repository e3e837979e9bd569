import { type Generated, sql } from 'kysely';
import {
  type Reader,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../../platform/server/db/database.ts';
import type { Slice } from '../../../../platform/server/list/page.ts';
import type { FactHashes } from './fact-hashes.ts';

export interface FactsTable extends FactHashes {
  id: string;
  /** The college email, in canonical form. */
  email: string;
  /** Encrypted. */
  personal_email: string | null;
  /** A hash of it, so that an import can tell whether it changed. */
  personal_email_check: Buffer | null;
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
export type FactsRow = FactsTable;

export function selectAllFacts(reader: Reader): Promise<FactsRow[]> {
  return readTables<Tables>(reader).selectFrom('reset_facts').select(factColumns).execute();
}

export function findFacts(reader: Reader, email: string): Promise<FactsRow | undefined> {
  return readTables<Tables>(reader)
    .selectFrom('reset_facts')
    .select(factColumns)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** So that two imports at once don't work from the same reading. */
export async function lockFacts(transaction: WriteTransaction): Promise<void> {
  await sql`lock table reset_facts in share row exclusive mode`.execute(transaction);
}

/** So many rows in one statement stay far below its 65,535 parameters. */
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

export async function countImports(reader: Reader): Promise<number> {
  const { total } = await readTables<Tables>(reader)
    .selectFrom('reset_imports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function selectImports(reader: Reader, { from, offset, limit }: Slice) {
  const direction = from === 'beginning' ? 'desc' : 'asc';
  return readTables<Tables>(reader)
    .selectFrom('reset_imports')
    .select(importColumns)
    .orderBy('imported_at', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The last import; `undefined` while there has been none. */
export function findLastImport(reader: Reader): Promise<ImportRow | undefined> {
  return readTables<Tables>(reader)
    .selectFrom('reset_imports')
    .select(importColumns)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
