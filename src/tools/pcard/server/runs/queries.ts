import { sql } from 'kysely';
import type { Page, Paging } from '../../../../platform/contract/paging.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../../platform/server/db/database.ts';
import { readOrdered } from '../../../../platform/server/list/page.ts';
import { containing, foldCase } from '../../../../platform/server/list/search.ts';
import type { LineRow, RunRow } from './tables.ts';

/** A run without its file, which may be large. */
export type KnownRun = Omit<RunRow, 'journal'> & { has_file: boolean };

const columns = sql`id, journal_log_number, profile, file_name, fingerprint, processed_at, processed_by_id,
  processed_by, transactions, lines, dropped, repeated, debit_cents, credit_cents, journal is not null as has_file,
  voided_at, voided_by, void_reason, version`;

/** Numbers are ASCII. */
const matching = (number: string) =>
  number === '' ? sql`true` : sql`lower(journal_log_number) like ${containing(foldCase(number))}`;

/** Newest first. */
export function readRuns(reader: Reader, number: string, paging: Paging): Promise<Page<KnownRun>> {
  const from = sql`from pcard_runs where ${matching(number)}`;
  const order = ['processed_at', 'id'];
  return readOrdered(reader, { columns, from, order, direction: 'desc' }, paging);
}

export async function findRun(reader: Reader, id: string): Promise<KnownRun | undefined> {
  const rows = await readRows(reader, sql<KnownRun>`select ${columns} from pcard_runs where id = ${id}`);
  return rows[0];
}

/** The same, locked until the transaction ends. */
export async function holdRun(transaction: WriteTransaction, id: string): Promise<KnownRun | undefined> {
  await sql`select 1 from pcard_runs where id = ${id} for update`.execute(transaction);
  return findRun(transaction, id);
}

/** The produced file; `null` once it is no longer kept, `undefined` for a run that does not exist. */
export async function findJournal(reader: Reader, id: string): Promise<string | null | undefined> {
  const rows = await readRows(
    reader,
    sql<{ journal: string | null }>`select journal from pcard_runs where id = ${id}`,
  );
  return rows[0]?.journal;
}

export function selectLines(reader: Reader, id: string, from: number, limit: number): Promise<LineRow[]> {
  return readRows(
    reader,
    sql<LineRow>`select * from pcard_lines where run_id = ${id} and line >= ${from} order by line limit ${limit}`,
  );
}

/** So that of two people who process the same file at once, the second one is asked to confirm. */
export async function lockRuns(transaction: WriteTransaction): Promise<void> {
  await sql`lock table pcard_runs in share row exclusive mode`.execute(transaction);
}

export interface EarlierRun {
  journal_log_number: string;
  processed_at: Date;
  processed_by: string;
}

/** The newest run that counts and has the same transactions. */
export async function findRunOfFile(
  reader: Reader,
  fingerprints: readonly string[],
): Promise<EarlierRun | undefined> {
  const rows = await readRows(
    reader,
    sql<EarlierRun>`select journal_log_number, processed_at, processed_by from pcard_runs
      where fingerprint = any(${[...fingerprints]}::text[]) and voided_at is null
      order by processed_at desc limit 1`,
  );
  return rows[0];
}

/** Which of these transactions are in runs that count, each with the newest of them. */
export function selectRepeated(
  reader: Reader,
  fingerprints: readonly string[],
): Promise<(EarlierRun & { fingerprint: string })[]> {
  return readRows(
    reader,
    sql<EarlierRun & { fingerprint: string }>`
      select distinct on (l.fingerprint) l.fingerprint, r.journal_log_number, r.processed_at, r.processed_by
      from pcard_lines l join pcard_runs r on r.id = l.run_id
      where l.fingerprint = any(${[...fingerprints]}::text[]) and r.voided_at is null
      order by l.fingerprint, r.processed_at desc`,
  );
}

/** The newest run that counts and has the number. */
export async function findRunOfNumber(reader: Reader, number: string): Promise<EarlierRun | undefined> {
  const rows = await readRows(
    reader,
    sql<EarlierRun>`select journal_log_number, processed_at, processed_by from pcard_runs
      where journal_log_number = ${number} and voided_at is null order by processed_at desc limit 1`,
  );
  return rows[0];
}

export async function insertRun(
  transaction: WriteTransaction,
  run: Omit<RunRow, 'processed_at' | 'version' | 'voided_at' | 'voided_by' | 'void_reason'> & {
    processed_at?: Date;
  },
): Promise<KnownRun> {
  const { processed_at = null, ...rest } = run;
  const { rows } = await sql<KnownRun>`
    insert into pcard_runs (id, journal_log_number, profile, file_name, fingerprint, processed_at, processed_by_id,
      processed_by, transactions, lines, dropped, repeated, debit_cents, credit_cents, journal)
    values (${rest.id}, ${rest.journal_log_number}, ${rest.profile}, ${rest.file_name}, ${rest.fingerprint},
      coalesce(${processed_at}, now()), ${rest.processed_by_id}, ${rest.processed_by}, ${rest.transactions},
      ${rest.lines}, ${rest.dropped}, ${rest.repeated}, ${rest.debit_cents}, ${rest.credit_cents}, ${rest.journal})
    returning ${columns}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('The run was not inserted.');
  return row;
}

const linesPerStatement = 5_000;

/** As JSON, since separate parameters for every line would take many times as long. */
export async function insertLines(transaction: WriteTransaction, lines: readonly LineRow[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesPerStatement) {
    const some = JSON.stringify(lines.slice(start, start + linesPerStatement));
    await sql`
      insert into pcard_lines
      select run_id, line, account, cents, description, rule, source_row, card, cardholder, day, merchant, fingerprint
      from jsonb_to_recordset(${some}::jsonb) as given (run_id uuid, line int, account text, cents bigint,
        description text, rule text, source_row int, card text, cardholder text, day date, merchant text,
        fingerprint text)`.execute(transaction);
  }
}

export async function markVoid(
  transaction: WriteTransaction,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<KnownRun> {
  const { rows } = await sql<KnownRun>`
    update pcard_runs set voided_at = now(), voided_by = ${by}, void_reason = ${reason}, version = version + 1
    where id = ${id} returning ${columns}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('The run is gone.');
  return row;
}
