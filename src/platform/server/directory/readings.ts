import { sql } from 'kysely';
import { takeTurns } from '../concurrency/take-turns.ts';
import type { Reader, WriteTransaction } from '../db/database.ts';
import { readRows } from '../db/database.ts';
import { mergeReadings, type Precedence, type SourceName } from './merge.ts';
import { type DirectoryRecord, toRow } from './record.ts';
import { dropStaged, stageRows } from './run-queries.ts';

const rowsAtOnce = 2_000;

/** Stores what a source said, as long as it is waiting or in effect. */
export async function keepReading(
  transaction: WriteTransaction,
  runId: string,
  records: readonly DirectoryRecord[],
): Promise<void> {
  await inParts(records, async (part) => {
    await sql`insert into directory_readings (run_id, key, record)
      select ${runId}::uuid, r->>'key', r from jsonb_array_elements(${JSON.stringify(part)}::jsonb) r`.execute(
      transaction,
    );
  });
}

/**
 * Stages the directory as it would be with this reading and the last ones of the other sources. One that is not in the
 * order adds no one: the next reading of another source would remove them again.
 */
export async function stageMerged(
  transaction: WriteTransaction,
  run: { id: string; source: SourceName; records?: readonly DirectoryRecord[] },
  precedence: Precedence,
): Promise<void> {
  const readings = new Map<SourceName, readonly DirectoryRecord[]>();
  for (const source of new Set(precedence.order)) {
    const own = source === run.source;
    const id = own ? run.id : await findApplied(transaction, source);
    if (id === null) continue;
    readings.set(source, (own ? run.records : undefined) ?? (await readReading(transaction, id)));
  }
  await dropStaged(transaction, run.id);
  await inParts(mergeReadings(readings, precedence), (part) =>
    stageRows(transaction, run.id, part.map(toRow)),
  );
}

/** Forgets what the readings of a source said before this one, or this one itself. */
export async function dropReadings(
  transaction: WriteTransaction,
  which: { before: string; source: SourceName } | { id: string },
): Promise<void> {
  const runs =
    'id' in which
      ? sql`run_id = ${which.id}`
      : sql`run_id in (select id from directory_runs where source = ${which.source} and id <> ${which.before})`;
  await sql`delete from directory_readings where ${runs}`.execute(transaction);
}

/** The run whose reading is in effect. Its records say which: the time of a run may be from a clock that was ahead. */
async function findApplied(reader: Reader, source: SourceName): Promise<string | null> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`select id from directory_runs where source = ${source} and state = 'applied'
      and exists (select from directory_readings where run_id = directory_runs.id)`,
  );
  return rows[0]?.id ?? null;
}

async function readReading(reader: Reader, runId: string): Promise<DirectoryRecord[]> {
  const rows = await readRows(
    reader,
    sql<{
      record: DirectoryRecord;
    }>`select record from directory_readings where run_id = ${runId} order by key`,
  );
  return rows.map(({ record }) => record);
}

async function inParts<T>(all: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  const turn = takeTurns();
  for (let start = 0; start < all.length; start += rowsAtOnce) {
    await work(all.slice(start, start + rowsAtOnce));
    await turn();
  }
}
