import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../change/change.ts';
import type { Reader, WriteTransaction } from '../db/database.ts';
import { lockByName } from '../db/lock-by-name.ts';
import { type Difference, suspicionOf } from './hold-back.ts';
import { joinAll } from './join.ts';
import type { Leavers } from './leavers.ts';
import type { Precedence, SourceName } from './merge.ts';
import { dropReadings, keepReading, stageMerged } from './readings.ts';
import type { DirectoryRecord } from './record.ts';
import { applyStaged, compareStaged, dropStaged } from './run-queries.ts';

/** One reading of a source. */
export interface RunRow {
  id: string;
  origin: 'upload' | 'file' | 'ldap';
  source: SourceName;
  state: 'waiting' | 'applied' | 'discarded' | 'failed';
  /** Why it is waiting or has failed. */
  reason: string | null;
  /** What it left out, and why. */
  note: string | null;
  records: number;
  added: number;
  changed: number;
  gone: number;
  created_by: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
}

export interface Reading {
  origin: RunRow['origin'];
  /** The name of the directory server. An upload and the scheduled file are one source: the newer one counts. */
  source?: SourceName;
  records: readonly DirectoryRecord[];
  by: string;
  /** Of everything that was read, so that what has not changed is not compared again. */
  sourceHash: string | null;
  /** For IT, about what is missing in the records. */
  note?: string | null;
  /** When it waits until someone has checked it; demo data never does. */
  waits: 'always' | 'suspicious' | 'never';
}

const columns = {
  origin: 'plain',
  source: 'plain',
  reason: 'plain',
  note: 'plain',
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
export const runColumns = [
  'id',
  'origin',
  'source',
  'state',
  'reason',
  'note',
  'records',
  'added',
  'changed',
  'gone',
  'created_by',
  'created_at',
  'decided_by',
  'decided_at',
] as const;

/** How a reading is applied to the directory. */
export interface Applying {
  /** Providers whose email addresses name the person of a record. */
  emailTrusted: readonly string[];
  precedence: Precedence;
  /** What follows when people are gone. */
  leavers?: Pick<Leavers, 'follow'>;
  /** What follows when a reading is applied, also when IT has confirmed it. */
  follow?: (unit: UnitOfWork, run: RunRow) => Promise<void>;
}

/**
 * Stages what was read, compares it with the directory, and applies it unless it has to be checked first. Everything happens
 * in the caller's transaction: a source that breaks off changes nothing. A reading of the same source that was still waiting
 * is replaced by this one.
 */
export async function takeReading(unit: UnitOfWork, reading: Reading, applying: Applying): Promise<RunRow> {
  const { transaction } = unit;
  const { source = 'csv' } = reading;
  // Two readings at once: the second compares with what the first has made.
  await lockByName(transaction, 'directory');
  for (const waiting of await listWaiting(transaction)) {
    if (waiting.source !== source) continue;
    await decideRun(unit, waiting, { state: 'discarded', by: `${reading.by} (a newer reading)` });
  }
  const id = uuid();
  await insertRun(transaction, id, reading);
  await keepReading(transaction, id, reading.records);
  const staged = await stageRun(transaction, { id, source, records: reading.records }, applying);
  // No one is to wonder about demo data.
  const run = reading.waits === 'never' ? await dropReason(transaction, staged) : staged;
  unit.record({ action: 'directory.stage', subject: { type: 'directory', id, columns }, after: run });
  const isHeld = reading.waits === 'always' || (reading.waits === 'suspicious' && run.reason !== null);
  if (isHeld) return run;
  return applyStagedRun(unit, run, reading.by, applying);
}

/**
 * Applies a reading that is held (`holdRun`), with what the other sources say by now. It keeps waiting, with its
 * new figures, if more people would be gone than was confirmed. @param confirmed How many people would be gone
 * according to what the person saw.
 */
export async function applyRun(
  unit: UnitOfWork,
  run: RunRow,
  confirmed: { by: string; gone: number },
  applying: Applying,
): Promise<RunRow> {
  const renewed = await renewRun(unit, run, applying);
  return renewed.gone > confirmed.gone ? renewed : applyStagedRun(unit, renewed, confirmed.by, applying);
}

async function applyStagedRun(
  unit: UnitOfWork,
  run: RunRow,
  by: string,
  applying: Applying,
): Promise<RunRow> {
  await applyStaged(unit.transaction, run.id);
  await dropReadings(unit.transaction, { before: run.id, source: run.source });
  await joinAll(unit.transaction, applying.emailTrusted);
  if (run.gone > 0) await applying.leavers?.follow(unit);
  await applying.follow?.(unit, run);
  const applied = await decideRun(unit, run, { state: 'applied', by });
  // What is waiting from the other sources was compared with the directory and the reading before this one.
  for (const waiting of await listWaiting(unit.transaction)) await renewRun(unit, waiting, applying);
  return applied;
}

/** Stages a waiting reading again, with what the other sources say now. */
async function renewRun(unit: UnitOfWork, run: RunRow, applying: Applying): Promise<RunRow> {
  const { id, source } = run;
  const renewed = await stageRun(unit.transaction, { id, source }, applying);
  const subject = { type: 'directory', id, columns } as const;
  unit.record({ action: 'directory.renew', subject, before: run, after: renewed });
  return renewed;
}

/** Stages a reading, and records what it would change. @param run Without `records`, those that were stored for it count. */
async function stageRun(
  transaction: WriteTransaction,
  run: { id: string; source: SourceName; records?: readonly DirectoryRecord[] },
  { precedence }: Applying,
): Promise<RunRow> {
  await stageMerged(transaction, run, precedence);
  return noteDifference(transaction, run.id, await compareStaged(transaction, run.id));
}

/** Discards a reading that is locked. */
export function discardRun(unit: UnitOfWork, run: RunRow, by: string): Promise<RunRow> {
  return decideRun(unit, run, { state: 'discarded', by });
}

/** Records that a source could not be read; what is there stays. */
export async function noteFailure(
  unit: UnitOfWork,
  failure: Pick<Reading, 'origin' | 'source' | 'by' | 'sourceHash'> & { reason: string },
): Promise<void> {
  const { reason, ...reading } = failure;
  const id = uuid();
  await insertRun(unit.transaction, id, { ...reading, records: [] }, 'failed', reason);
  unit.record({ action: 'directory.fail', subject: { type: 'directory', id, columns }, after: { reason } });
}

/** What was read last from there, whatever became of it. */
export async function lastReading(
  reader: Reader,
  { origin, source = 'csv' }: Pick<Reading, 'origin' | 'source'>,
): Promise<{ sourceHash: string | null; failure: string | null; isWaiting: boolean; isDiscarded: boolean }> {
  const row = await reader
    .selectFrom('directory_runs')
    .select(['source_hash', 'state', 'reason'])
    .where('origin', '=', origin)
    .where('source', '=', source)
    // Recorded while the clock was ahead, which has been set back since.
    .orderBy(sql`created_at > now() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    sourceHash: row?.source_hash ?? null,
    failure: row?.state === 'failed' ? row.reason : null,
    isWaiting: row?.state === 'waiting',
    isDiscarded: row?.state === 'discarded',
  };
}

async function decideRun(
  unit: UnitOfWork,
  run: RunRow,
  { state, by }: { state: 'applied' | 'discarded'; by: string },
): Promise<RunRow> {
  if (state === 'discarded') {
    await dropStaged(unit.transaction, run.id);
    await dropReadings(unit.transaction, { id: run.id });
  }
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
  reading: Omit<Reading, 'waits'>,
  state: 'waiting' | 'failed' = 'waiting',
  reason: string | null = null,
): Promise<void> {
  const { origin, source = 'csv', by, sourceHash, records, note = null } = reading;
  const counts = { records: records.length, added: 0, changed: 0, gone: 0 };
  await transaction
    .insertInto('directory_runs')
    .values({ id, origin, source, state, reason, note, ...counts, source_hash: sourceHash, created_by: by })
    .execute();
}

async function dropReason(transaction: WriteTransaction, run: RunRow): Promise<RunRow> {
  await transaction.updateTable('directory_runs').set({ reason: null }).where('id', '=', run.id).execute();
  return { ...run, reason: null };
}

function noteDifference(transaction: WriteTransaction, id: string, difference: Difference): Promise<RunRow> {
  const { added, changed, gone } = difference;
  return transaction
    .updateTable('directory_runs')
    .set({ added, changed, gone, reason: suspicionOf(difference) })
    .where('id', '=', id)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
}

function listWaiting(transaction: WriteTransaction): Promise<RunRow[]> {
  return transaction.selectFrom('directory_runs').select(runColumns).where('state', '=', 'waiting').execute();
}

/** What was read from there and is waiting. */
export function findWaitingOf(
  reader: Reader,
  { origin, source = 'csv' }: Pick<Reading, 'origin' | 'source'>,
): Promise<RunRow | undefined> {
  return reader
    .selectFrom('directory_runs')
    .select(runColumns)
    .where('state', '=', 'waiting')
    .where('origin', '=', origin)
    .where('source', '=', source)
    .executeTakeFirst();
}

/** Reads a run and keeps others from deciding about it until the transaction ends. */
export async function holdRun(transaction: WriteTransaction, id: string): Promise<RunRow | undefined> {
  await lockByName(transaction, 'directory');
  return findRun(transaction, id);
}

export function findRun(reader: Reader, id: string): Promise<RunRow | undefined> {
  return reader.selectFrom('directory_runs').select(runColumns).where('id', '=', id).executeTakeFirst();
}
