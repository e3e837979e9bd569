import { sql } from 'kysely';
import { z } from 'zod';
import { counted } from '../../contract/counted.ts';
import { doEach } from '../change/do-each.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Database } from '../db/database.ts';
import { defineJob, type Job } from '../jobs/job.ts';
import { JobFailure } from '../jobs/job-failure.ts';
import type { FileStorage } from './file-storage.ts';

/** What is younger may belong to an upload or a change that is still under way. */
const graceHours = 24;
const batch = 1_000;
/** Uploads that broke off leave few files; a portal without any files of its own that finds more is looking at someone else's storage. */
const mostLeftOver = 100;

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
    schedule: '51 4 * * *',
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
      const rows = await compare(database, found, before, signal);
      refuseAnother(rows, old.length);
      let removed = 0;
      const remove = async (name: string) => {
        await storage.remove(name);
        removed += 1;
      };
      const steps = [
        () => mark(database, rows, signal),
        async () => {
          removed += await storage.removeAbandoned(before);
        },
        // One of them may belong to another account, such as that of someone who copied files back.
        async () => doEach(await selectUnnamed(database, old, signal), remove, signal),
      ];
      await doEach(steps, (step) => step(), signal);
      return sayWhat({ ...rows, removed });
    },
  });
}

/**
 * A share that is not mounted, or the bucket of something else, must not make everyone's files unavailable; and the files
 * in it are not ours to remove.
 */
function refuseAnother({ there, newlyLost }: Comparison, stored: number): void {
  if (there === 0 && newlyLost.length > 0)
    throw new JobFailure(
      'None of the stored files is in the storage, so nothing was marked or removed. Check that it is the right one and can be reached.',
    );
  if (there === 0 && stored > mostLeftOver)
    throw new JobFailure(
      'The storage has files, but the database knows none of them, so none were removed. Check that both belong to this portal.',
    );
}

async function selectUnnamed(
  database: Database,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const unnamed: string[] = [];
  for (let start = 0; start < names.length; start += batch) {
    signal.throwIfAborted();
    const some = names.slice(start, start + batch);
    const rows = await database.selectFrom('stored_files').select('name').where('name', 'in', some).execute();
    const named = new Set(rows.map(({ name }) => name));
    unnamed.push(...some.filter((one) => !named.has(one)));
  }
  return unnamed;
}

interface Comparison {
  /** How many rows were checked. */
  files: number;
  /** How many of them have a file, of whatever length, and how many have none of the right length. */
  there: number;
  lost: number;
  /** Names of the files whose rows say something else. */
  newlyLost: string[];
  back: string[];
}

/** A file with a different length than its row says is as lost as one that is not there. */
async function compare(
  database: Database,
  found: ReadonlyMap<string, number>,
  before: Date,
  signal: AbortSignal,
): Promise<Comparison> {
  const all: Comparison = { files: 0, there: 0, lost: 0, newlyLost: [], back: [] };
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
      all.files += 1;
      if (found.has(name)) all.there += 1;
      if (isLost) all.lost += 1;
      if (isLost && missing_at === null) all.newlyLost.push(name);
      if (!isLost && missing_at !== null) all.back.push(name);
    }
    if (rows.length < batch) return all;
    last = rows.at(-1)?.name ?? '';
  }
}

async function mark(database: Database, { newlyLost, back }: Comparison, signal: AbortSignal): Promise<void> {
  for (const [names, missing_at] of [
    [newlyLost, sql<Date>`now()`],
    [back, null],
  ] as const) {
    for (let start = 0; start < names.length; start += batch) {
      signal.throwIfAborted();
      const some = names.slice(start, start + batch);
      await database.updateTable('stored_files').set({ missing_at }).where('name', 'in', some).execute();
    }
  }
}

function sayWhat({ files, lost, back, removed }: Comparison & { removed: number }): string {
  const all = `Checked ${counted(files, 'file')}`;
  const said = [
    ...(removed > 0 ? [`removed ${counted(removed, 'file')} that nothing refers to`] : []),
    ...(lost > 0
      ? [`the content of ${counted(lost, 'file')} is lost: restore it from a backup or upload it again`]
      : []),
    ...(back.length > 0 ? [`the content of ${counted(back.length, 'file')} is there again`] : []),
  ];
  return said.length === 0 ? `${all}, nothing to repair.` : `${all}; ${said.join('; ')}.`;
}
