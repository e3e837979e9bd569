import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../change/unaudited.ts';
import type { Database } from '../db/database.ts';
import { defineJob, type Job } from '../jobs/job.ts';
import type { FileStorage } from './file-storage.ts';

/** What is younger may belong to an upload or a change that is still under way. */
const graceHours = 24;
const batch = 1_000;

interface ReconcileServices {
  storage: FileStorage;
  unaudited: Unaudited;
  now?: () => Date;
}

/**
 * Bytes and rows commit in two places, so a crash between them leaves bytes without a row; and a disk may lose bytes. The
 * first are removed, the second marked, so that no one is offered them, and unmarked once they are back.
 */
export function createReconcileFiles({ storage, unaudited, now = () => new Date() }: ReconcileServices): Job {
  return defineJob({
    name: 'platform.reconcile-files',
    title: 'Compare stored files with their rows',
    data: z.object({}),
    retries: 2,
    limitSeconds: 60 * 60,
    schedule: '41 3 * * *',
    async run(_data, { signal }) {
      const database = unaudited('lost files');
      const before = new Date(now().getTime() - graceHours * 3_600_000);
      const found = new Map<string, number>();
      const old: string[] = [];
      for await (const { name, bytes, writtenAt } of storage.list()) {
        signal.throwIfAborted();
        found.set(name, bytes);
        if (writtenAt < before) old.push(name);
      }
      const unnamed = await removeUnnamed(database, storage, old, signal);
      const abandoned = await storage.removeAbandoned(before);
      const rows = await markLost(database, found, before, signal);
      return sayWhat({ ...rows, removed: unnamed + abandoned });
    },
  });
}

async function removeUnnamed(
  database: Database,
  storage: FileStorage,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let start = 0; start < names.length; start += batch) {
    signal.throwIfAborted();
    const some = names.slice(start, start + batch);
    const rows = await database.selectFrom('stored_files').select('name').where('name', 'in', some).execute();
    const named = new Set(rows.map(({ name }) => name));
    for (const name of some.filter((one) => !named.has(one))) {
      await storage.remove(name);
      removed += 1;
    }
  }
  return removed;
}

/** A file of another length than its row says is as lost as one that is not there. */
async function markLost(
  database: Database,
  found: ReadonlyMap<string, number>,
  before: Date,
  signal: AbortSignal,
) {
  const counts = { files: 0, lost: 0, back: 0 };
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const rows = await database
      .selectFrom('stored_files')
      .select(['name', 'bytes', 'missing_at'])
      .where('name', '>', last)
      .where('created_at', '<', before)
      .orderBy('name')
      .limit(batch)
      .execute();
    for (const { name, bytes, missing_at } of rows) {
      const isLost = found.get(name) !== bytes;
      counts.files += 1;
      if (isLost) counts.lost += 1;
      if (!isLost && missing_at !== null) counts.back += 1;
      if (isLost === (missing_at !== null)) continue;
      await database
        .updateTable('stored_files')
        .set({ missing_at: isLost ? sql<Date>`now()` : null })
        .where('name', '=', name)
        .execute();
    }
    if (rows.length < batch) return counts;
    last = rows.at(-1)?.name ?? '';
  }
}

interface Outcome {
  files: number;
  lost: number;
  back: number;
  removed: number;
}

function sayWhat({ files, lost, back, removed }: Outcome): string {
  const all = `Checked ${count(files, 'file')}`;
  const said = [
    ...(removed > 0 ? [`removed ${count(removed, 'file')} that nothing refers to`] : []),
    ...(lost > 0
      ? [`the content of ${count(lost, 'file')} is lost: restore it from a backup or upload it again`]
      : []),
    ...(back > 0 ? [`the content of ${count(back, 'file')} is there again`] : []),
  ];
  return said.length === 0 ? `${all}, nothing to repair.` : `${all}; ${said.join('; ')}.`;
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? noun : `${noun}s`}`;
