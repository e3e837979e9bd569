import { sql } from 'kysely';
import {
  type Database,
  type Reader,
  readRows,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../db/database.ts';
import { lockByName } from '../db/lock-by-name.ts';
import type { Slice } from '../list/page.ts';
import type { JobFilter, JobState } from './job.ts';
import type { JobsTables } from './jobs-table.ts';
import { keptSeconds } from './queue-options.ts';

/** What the Queue Manager calls a state; the index below holds exactly this expression. */
const shownState = sql<JobState>`(case
  when state < 'active' then 'waiting' when state = 'active' then 'running' when state = 'failed' then 'failed'
  else 'done' end)`;
/** Done, and not just a failure that was known (`KnownFailure`). */
const isSuccess = sql<boolean>`${shownState} = 'done' and state = 'completed'
  and output->'isKnownFailure' is null`;
/** pg-boss has its own jobs for schedules. */
const isOurs = sql<boolean>`not starts_with(name, '__pgboss')`;

const columns = [
  'id',
  'name',
  'data',
  'retry_count',
  'created_on',
  'started_on',
  'completed_on',
  'start_after',
  'output',
] as const;
const computed = [shownState.as('shown_state'), sql<boolean>`state = 'cancelled'`.as('discarded')] as const;

export interface JobRow extends Pick<JobsTables['jobs.job'], (typeof columns)[number]> {
  shown_state: JobState;
  discarded: boolean;
}

/**
 * Makes the queue's tables, and what is in them at a start, on one instance at a time. pg-boss has its own lock, but first
 * checks whether its tables are there: PostgreSQL caches that for the session and fails to create them a second time.
 */
export async function makeAlone(database: Database, make: () => Promise<unknown>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = 0`.execute(transaction);
    await lockByName(transaction, 'jobs');
    await make();
    await addListIndex(transaction);
  });
}

/** Keeps the Queue Manager's pages fast among many ended jobs. */
async function addListIndex(transaction: Database): Promise<void> {
  // First, since creating it locks the table even if it is there. But what this connection knows may be older than
  // the lock: another instance may just have made it.
  const { rows } = await sql`select 1 where to_regclass('jobs.job_listed') is not null`.execute(transaction);
  if (rows.length > 0) return;
  await sql`create index if not exists job_listed on jobs.job (${shownState}, created_on desc, id desc) where ${isOurs}`.execute(
    transaction,
  );
}

/** The names of jobs with the text in name or title, of all that were ever enqueued or this version runs. */
export async function selectNames(
  reader: Reader,
  text: string,
  titles: ReadonlyMap<string, string>,
): Promise<string[]> {
  const wanted = text.toLowerCase();
  const rows = await readRows(reader, sql<{ name: string }>`select name from jobs.queue`);
  const names = rows.map(({ name }) => name);
  return names.filter((name) =>
    [name, titles.get(name) ?? ''].some((one) => one.toLowerCase().includes(wanted)),
  );
}

/** A filter whose text has been looked up. A text that no job has needs no list; `names` is never empty. */
export interface NamedFilter extends Pick<JobFilter, 'state'> {
  names: readonly string[] | undefined;
}

function matching(reader: Reader, { state, names }: NamedFilter) {
  let jobs = readTables<JobsTables>(reader).selectFrom('jobs.job').where(isOurs);
  if (state !== undefined) jobs = jobs.where(shownState, '=', state);
  if (names !== undefined) jobs = jobs.where('name', 'in', names);
  return jobs;
}

export async function countJobs(reader: Reader, filter: NamedFilter): Promise<number> {
  const query = matching(reader, filter).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** When each of these jobs was last done. Searches from the newest job, so a scheduled one is found soon. */
export async function selectLastRuns(
  reader: Reader,
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await readRows(
    reader,
    sql<{ name: string; at: Date }>`
      select wanted.name, last.completed_on as at
      from unnest(${names}::text[]) as wanted (name)
      cross join lateral (
        select completed_on from jobs.job
        where ${isOurs} and ${isSuccess} and job.name = wanted.name
        order by created_on desc limit 1) as last`,
  );
  return new Map(rows.map(({ name, at }) => [name, at]));
}

/** A slice of the list, newest first; from its end, oldest first. */
export async function selectJobs(
  reader: Reader,
  filter: NamedFilter,
  { from, offset, limit }: Slice,
): Promise<JobRow[]> {
  const direction = from === 'beginning' ? 'desc' : 'asc';
  return matching(reader, filter)
    .select(columns)
    .select(computed)
    .orderBy('created_on', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

/** When the last successful run of each schedule that has failed ones began to wait. */
const lastSuccesses = sql`
  select s.name, success.created_on
  from jobs.schedule s
  cross join lateral (
    select created_on from jobs.job
    where ${isOurs} and ${isSuccess} and job.name = s.name
    order by created_on desc limit 1) success
  where s.name in (select name from jobs.job where ${isOurs} and ${shownState} = 'failed')`;

/**
 * The job that failed first, with the number of failed ones; `undefined` if none has. A failed run of a schedule doesn't count
 * once a later one has done the same work.
 */
export async function selectFailures(reader: Reader): Promise<(JobRow & { total: number }) | undefined> {
  const failed = matching(reader, { state: 'failed', names: undefined })
    .select(columns)
    .select(computed)
    .orderBy('created_on', 'desc')
    .limit(1_000);
  return reader
    .selectFrom(failed.as('failed'))
    .where(
      sql<boolean>`not exists (
        select from (${lastSuccesses}) last where last.name = failed.name and last.created_on > failed.created_on)`,
    )
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('completed_on')
    .limit(1)
    .executeTakeFirst();
}

/** After so many failed tries, with pauses from ten seconds on that double, it has failed for more than an hour. */
const triesOfAnHour = 8;

/** The first job that keeps failing and is tried again, with the number of all; `undefined` if none does. */
export async function selectRetried(reader: Reader): Promise<(JobRow & { total: number }) | undefined> {
  return matching(reader, { state: 'waiting', names: undefined })
    .select(columns)
    .select(computed)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('state', '=', 'retry')
    .where('retry_count', '>=', triesOfAnHour)
    .orderBy('created_on')
    .limit(1)
    .executeTakeFirst();
}

/** One job, locked against workers until the transaction ends. */
export async function lockJob(transaction: WriteTransaction, id: string): Promise<JobRow | undefined> {
  return writeTables<JobsTables>(transaction)
    .selectFrom('jobs.job')
    .select(columns)
    .select(computed)
    .where(isOurs)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes a job due now, with as many tries as a new one. */
export async function makeDue(transaction: WriteTransaction, id: string): Promise<JobRow> {
  return update(transaction, id)
    .set({
      state: 'retry',
      completed_on: null,
      start_after: sql<Date>`now()`,
      keep_until: sql<Date>`now() + make_interval(secs => ${keptSeconds.waiting})`,
      // Not restarted at 0: an attempt is identified by its count, so a late one must not pass for this one.
      retry_limit: sql<number>`retry_count + (select retry_limit + 1 from jobs.queue where queue.name = job.name)`,
    })
    .executeTakeFirstOrThrow();
}

export async function cancel(transaction: WriteTransaction, id: string): Promise<JobRow> {
  return update(transaction, id)
    .set({ state: 'cancelled', completed_on: sql<Date>`now()` })
    .executeTakeFirstOrThrow();
}

function update(transaction: WriteTransaction, id: string) {
  return writeTables<JobsTables>(transaction)
    .updateTable('jobs.job')
    .where('id', '=', id)
    .returning([...columns, ...computed]);
}
