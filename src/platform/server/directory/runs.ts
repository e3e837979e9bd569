import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../change/change.ts';
import type { Reader, WriteTransaction } from '../db/database.ts';
import { takeTurns } from '../process/take-turns.ts';
import { type Difference, suspicionOf } from './hold-back.ts';
import { joinAll } from './join.ts';
import { type DirectoryRecord, toRow } from './record.ts';
import { applyStaged, compareStaged, dropStaged, stageRows } from './run-queries.ts';

/** One reading of a source. */
export interface RunRow {
  id: string;
  origin: 'upload' | 'file';
  state: 'waiting' | 'applied' | 'discarded' | 'failed';
  /** Why it waits or has failed. */
  reason: string | null;
  records: number;
  added: number;
  changed: number;
  gone: number;
  created_by: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
}

interface Reading {
  origin: RunRow['origin'];
  records: readonly DirectoryRecord[];
  by: string;
  /** Of the whole file, so that one that has not changed is not read again. */
  sourceHash: string | null;
  /** Also what looks harmless waits until someone has looked at it. */
  always: boolean;
}

const columns = {
  origin: 'plain',
  reason: 'plain',
  records: 'plain',
  added: 'plain',
  changed: 'plain',
  gone: 'plain',
  // The entry has its own id, time, and person, and its action says the state.
  id: 'left out',
  state: 'left out',
  created_by: 'left out',
  created_at: 'left out',
  decided_by: 'left out',
  decided_at: 'left out',
} as const;
const rowsAtOnce = 2_000;
const runColumns = [
  'id',
  'origin',
  'state',
  'reason',
  'records',
  'added',
  'changed',
  'gone',
  'created_by',
  'created_at',
  'decided_by',
  'decided_at',
] as const;

/**
 * Stages what was read, compares it with the directory, and applies it unless it is suspicious or is to be looked at
 * first. Everything happens in the caller's transaction: a source that breaks off changes nothing. A reading that still
 * waited gives way to this one.
 */
export async function takeReading(
  unit: UnitOfWork,
  reading: Reading,
  emailTrusted: readonly string[],
): Promise<RunRow> {
  const { transaction } = unit;
  // Two readings at once: the second compares with what the first has made.
  await sql`select pg_advisory_xact_lock(hashtext('quad.directory'))`.execute(transaction);
  for (const waiting of await listWaiting(transaction)) {
    await decideRun(unit, waiting, { state: 'discarded', by: `${reading.by} (a newer reading)` });
  }
  const id = uuid();
  await insertRun(transaction, id, reading);
  const turn = takeTurns();
  for (let start = 0; start < reading.records.length; start += rowsAtOnce) {
    await stageRows(transaction, id, reading.records.slice(start, start + rowsAtOnce).map(toRow));
    await turn();
  }
  const difference = await compareStaged(transaction, id);
  const reason = suspicionOf(difference);
  const run = await noteDifference(transaction, id, difference, reason);
  unit.record({ action: 'directory.stage', subject: { type: 'directory', id, columns }, after: run });
  if (reason !== null || reading.always) return run;
  return applyRun(unit, run, reading.by, emailTrusted);
}

/** Applies a reading that is held (`holdRun`). */
export async function applyRun(
  unit: UnitOfWork,
  run: RunRow,
  by: string,
  emailTrusted: readonly string[],
): Promise<RunRow> {
  await applyStaged(unit.transaction, run.id);
  await joinAll(unit.transaction, emailTrusted);
  return decideRun(unit, run, { state: 'applied', by });
}

/** Gives a reading up that is held. */
export function discardRun(unit: UnitOfWork, run: RunRow, by: string): Promise<RunRow> {
  return decideRun(unit, run, { state: 'discarded', by });
}

/** Notes that a source could not be read; what is there stays. */
export async function noteFailure(
  unit: UnitOfWork,
  failure: Pick<Reading, 'origin' | 'by' | 'sourceHash'> & { reason: string },
): Promise<void> {
  const { reason, ...reading } = failure;
  const id = uuid();
  await insertRun(unit.transaction, id, { ...reading, records: [], always: false }, 'failed', reason);
  unit.record({ action: 'directory.fail', subject: { type: 'directory', id, columns }, after: { reason } });
}

/** What the file was that was read last, whatever became of it. */
export async function lastSourceHash(reader: Reader): Promise<string | null> {
  const row = await reader
    .selectFrom('directory_runs')
    .select('source_hash')
    .where('origin', '=', 'file')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.source_hash ?? null;
}

async function decideRun(
  unit: UnitOfWork,
  run: RunRow,
  { state, by }: { state: 'applied' | 'discarded'; by: string },
): Promise<RunRow> {
  if (state === 'discarded') await dropStaged(unit.transaction, run.id);
  const decided = await unit.transaction
    .updateTable('directory_runs')
    .set({ state, decided_by: by, decided_at: sql<Date>`now()` })
    .where('id', '=', run.id)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
  const action = state === 'applied' ? 'directory.apply' : 'directory.discard';
  unit.record({ action, subject: { type: 'directory', id: run.id, columns }, after: decided });
  return decided;
}

async function insertRun(
  transaction: WriteTransaction,
  id: string,
  reading: Reading,
  state: 'waiting' | 'failed' = 'waiting',
  reason: string | null = null,
): Promise<void> {
  const { origin, by, sourceHash, records } = reading;
  const counts = { records: records.length, added: 0, changed: 0, gone: 0 };
  await transaction
    .insertInto('directory_runs')
    .values({ id, origin, state, reason, ...counts, source_hash: sourceHash, created_by: by })
    .execute();
}

function noteDifference(
  transaction: WriteTransaction,
  id: string,
  { added, changed, gone }: Difference,
  reason: string | null,
): Promise<RunRow> {
  return transaction
    .updateTable('directory_runs')
    .set({ added, changed, gone, reason })
    .where('id', '=', id)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
}

function listWaiting(transaction: WriteTransaction): Promise<RunRow[]> {
  return transaction.selectFrom('directory_runs').select(runColumns).where('state', '=', 'waiting').execute();
}

/** Reads a run and keeps others from deciding about it until the transaction ends. */
export async function holdRun(transaction: WriteTransaction, id: string): Promise<RunRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('quad.directory'))`.execute(transaction);
  return findRun(transaction, id);
}

export function findRun(reader: Reader, id: string): Promise<RunRow | undefined> {
  return reader.selectFrom('directory_runs').select(runColumns).where('id', '=', id).executeTakeFirst();
}
