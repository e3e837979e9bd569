import { CompiledQuery, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { v7 as uuid } from 'uuid';
import type { EnqueueOptions, EnqueueWithin, JobKind } from '../change/change.ts';
import { type WriteTransaction, writeTables } from '../db/database.ts';
import type { Job } from './job.ts';
import type { JobsTables } from './jobs-table.ts';

/** The waiting job may be taken between two lookups, but hardly this often. */
const maxLookups = 10;

/** Puts jobs into pg-boss on the connection of the caller's transaction. */
export function createEnqueue(boss: PgBoss, registered: ReadonlyMap<string, Job>): EnqueueWithin {
  return async (transaction, kind, data, options = {}) => {
    if (!registered.has(kind.name)) throw new Error(`The job "${kind.name}" is not registered.`);
    const content = asStored(kind, data);
    for (let look = 0; look < maxLookups; look += 1) {
      if (await insert(boss, transaction, kind.name, content, options)) return;
      const waiting = await holdWaiting(transaction, kind.name, options.singletonKey ?? '');
      if (waiting === null) continue;
      if (options.merge === undefined) return;
      const both = options.merge(kind.data.parse(waiting.data), kind.data.parse(content));
      await replaceData(transaction, waiting.id, asStored(kind, both));
      return;
    }
    throw new Error(`The job "${kind.name}" could not be enqueued.`);
  };
}

/** What the worker will read, checked while the caller can still get the error. */
function asStored<Data>(kind: JobKind<Data>, data: Data): object {
  const content: unknown = JSON.parse(JSON.stringify(data));
  const parsed = kind.data.safeParse(content);
  if (parsed.success) return content as object;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'all'}: ${message}`);
  throw new Error(`The data of the job "${kind.name}" do not fit: ${problems.join(' ')}`);
}

async function insert(
  boss: PgBoss,
  transaction: WriteTransaction,
  name: string,
  data: object,
  { singletonKey, startAfterSeconds }: Pick<EnqueueOptions, 'singletonKey' | 'startAfterSeconds'>,
): Promise<boolean> {
  const inserted = await boss.send(name, data, {
    id: uuid(),
    // Every queue allows one waiting job per key (policy `short`): a job without a key gets a unique one.
    singletonKey: singletonKey ?? uuid(),
    ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    db: executorOf(transaction),
  });
  return inserted !== null;
}

/**
 * The waiting job replaces this one, so it may not start before this transaction has committed: it would not
 * see what was written. Workers skip locked rows.
 * @returns `null` if a worker was faster.
 */
async function holdWaiting(transaction: WriteTransaction, name: string, key: string) {
  const held = await writeTables<JobsTables>(transaction)
    .selectFrom('jobs.job')
    .select(['id', 'data'])
    .where('name', '=', name)
    .where('singleton_key', '=', key)
    .where('state', '=', 'created')
    .forUpdate()
    .executeTakeFirst();
  return held ?? null;
}

async function replaceData(transaction: WriteTransaction, id: string, data: object): Promise<void> {
  await writeTables<JobsTables>(transaction)
    .updateTable('jobs.job')
    .set({ data: sql`${JSON.stringify(data)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

function executorOf(transaction: WriteTransaction) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows: [...rows] };
    },
  };
}
