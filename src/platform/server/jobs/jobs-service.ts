import { sql } from 'kysely';
import { type Database, readTables, type WriteTransaction, writeTables } from '../db/database.ts';
import type { Job, JobEntry, JobFilter, JobState, JobsService } from './job.ts';
import { storedReason } from './job-failure.ts';
import type { JobsTables } from './jobs-table.ts';
import { keptSeconds } from './queue-options.ts';

type StoredState = JobsTables['jobs.job']['state'];

const storedStates: Record<JobState, StoredState[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  done: ['completed', 'cancelled'],
};
const stateOf = Object.fromEntries(
  Object.entries(storedStates).flatMap(([state, stored]) => stored.map((one) => [one, state])),
) as Record<StoredState, JobState>;

const columns = [
  'id',
  'name',
  'state',
  'retry_count',
  'created_on',
  'started_on',
  'completed_on',
  'start_after',
  'output',
] as const;
type Row = Pick<JobsTables['jobs.job'], (typeof columns)[number]>;

/** Looks at the queue and changes what a person may change in it. */
export function createJobsService(database: Database, registered: ReadonlyMap<string, Job>): JobsService {
  const reader = readTables<JobsTables>(database);
  const toEntry = (row: Row): JobEntry => ({
    id: row.id,
    name: row.name,
    title: registered.get(row.name)?.title ?? row.name,
    state: stateOf[row.state],
    discarded: row.state === 'cancelled',
    createdAt: row.created_on,
    startedAt: row.started_on,
    finishedAt: row.completed_on,
    startAfter: stateOf[row.state] === 'waiting' ? row.start_after : null,
    tries: row.started_on === null ? 0 : row.retry_count + 1,
    reason: row.state === 'completed' ? null : storedReason(row.output),
  });
  const matching = ({ state, name }: JobFilter) =>
    reader
      .selectFrom('jobs.job')
      .where(ownJobs)
      .$if(state !== undefined, (query) => query.where('state', 'in', storedStates[state ?? 'waiting']))
      .$if(name !== undefined, (query) => query.where(named(name ?? '', registered)));

  return {
    async list({ offset, limit, ...filter }) {
      const page = matching(filter).select(columns).orderBy('created_on', 'desc').orderBy('id', 'desc');
      const counted = matching(filter).select((one) => one.fn.countAll<number>().as('total'));
      const rows = await page.offset(offset).limit(limit).execute();
      const { total } = await counted.executeTakeFirstOrThrow();
      return { entries: rows.map(toEntry), total };
    },
    async counts(filter = {}) {
      const rows = await matching(filter)
        .select((one) => ['state', one.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      const counts: Record<JobState, number> = { waiting: 0, running: 0, failed: 0, done: 0 };
      for (const { state, count } of rows) counts[stateOf[state]] += count;
      return counts;
    },
    async hold(transaction, id) {
      const row = await writeTables<JobsTables>(transaction)
        .selectFrom('jobs.job')
        .select(columns)
        .where(ownJobs)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row === undefined ? null : toEntry(row);
    },
    async retry(transaction, id) {
      const row = await change(transaction, id)
        .set({
          state: 'retry',
          completed_on: null,
          start_after: sql<Date>`now()`,
          keep_until: sql<Date>`now() + make_interval(secs => ${keptSeconds.waiting})`,
          // Counted on rather than from 0: an attempt is known by its count, and a late one must not pass for this.
          retry_limit: sql<number>`retry_count + (select retry_limit + 1 from jobs.queue where queue.name = job.name)`,
        })
        .executeTakeFirstOrThrow();
      return toEntry(row);
    },
    async discard(transaction, id) {
      const row = await change(transaction, id)
        .set({ state: 'cancelled', completed_on: sql<Date>`now()` })
        .executeTakeFirstOrThrow();
      return toEntry(row);
    },
  };
}

function change(transaction: WriteTransaction, id: string) {
  return writeTables<JobsTables>(transaction).updateTable('jobs.job').where('id', '=', id).returning(columns);
}

/** pg-boss has jobs of its own for schedules. */
const ownJobs = sql<boolean>`not starts_with(name, '__pgboss')`;

function named(text: string, registered: ReadonlyMap<string, Job>) {
  const wanted = text.toLowerCase();
  const titled = [...registered.values()].filter(({ title }) => title.toLowerCase().includes(wanted));
  const names = titled.map(({ name }) => name);
  return sql<boolean>`(name = any(${names}::text[]) or strpos(lower(name), ${wanted}) > 0)`;
}
