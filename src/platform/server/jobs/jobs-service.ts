import type { FastifyBaseLogger } from 'fastify';
import type { NothingLeft } from '../../contract/nothing-left.ts';
import { toPage } from '../../contract/paging.ts';
import type { Reader } from '../db/database.ts';
import { readPage } from '../list/page.ts';
import { createTotals } from '../list/totals.ts';
import {
  type Job,
  type JobEntry,
  type JobFilter,
  type JobState,
  type JobsService,
  jobStates,
} from './job.ts';
import { storedReason, storedResult } from './job-failure.ts';
import {
  cancel,
  countJobs,
  type JobRow,
  lockJob,
  makeDue,
  selectFailures,
  selectJobs,
  selectNames,
  selectRetried,
} from './jobs-queries.ts';

/** Reads the queue and makes the changes that a person may make to it. */
export function createJobsService(
  reader: Reader,
  registered: ReadonlyMap<string, Job>,
  log: FastifyBaseLogger,
): JobsService {
  const totals = createTotals();
  const titles = () => new Map([...registered.values()].map(({ name, title }) => [name, title]));
  const toEntries = async (rows: readonly JobRow[]) => {
    const abouts = await readAbouts(rows, registered, log);
    return rows.map((row) =>
      present(row, registered.get(row.name)?.title ?? row.name, abouts.get(row.id) ?? null),
    );
  };
  const toEntry = async (row: JobRow) => {
    const [entry] = await toEntries([row]);
    if (entry === undefined) throw new Error('A row makes an entry.');
    return entry;
  };

  const namesOf = async ({ name }: JobFilter) =>
    name === undefined || name === '' ? undefined : selectNames(reader, name, titles());
  const count = (state: JobState | undefined, names: readonly string[] | undefined) =>
    totals.read(`${state ?? ''} ${names?.join(' ') ?? '*'}`, () => countJobs(reader, { state, names }));

  return {
    async list({ paging, state, name }) {
      const names = await namesOf({ name });
      if (names?.length === 0) return toPage(paging, 0, []);
      const total = await count(state, names);
      const page = await readPage(paging, total, (slice) => selectJobs(reader, { state, names }, slice));
      return { ...page, data: await toEntries(page.data) };
    },
    async counts(filter = {}) {
      const names = await namesOf(filter);
      const counted =
        names?.length === 0 ? [] : await Promise.all(jobStates.map((state) => count(state, names)));
      const entries = jobStates.map((state, index) => [state, counted[index] ?? 0]);
      return Object.fromEntries(entries) as Record<JobState, number>;
    },
    async failures() {
      const row = await selectFailures(reader);
      return { total: row?.total ?? 0, first: row === undefined ? null : await toEntry(row) };
    },
    async retried() {
      const row = await selectRetried(reader);
      return { total: row?.total ?? 0, first: row === undefined ? null : await toEntry(row) };
    },
    async hold(transaction, id) {
      const row = await lockJob(transaction, id);
      return row === undefined ? null : toEntry(row);
    },
    retry: async (transaction, id) => toEntry(await makeDue(transaction, id)),
    discard: async (transaction, id) => toEntry(await cancel(transaction, id)),
  };
}

/** What each job is about, by its id. Jobs of one kind are looked up together. */
async function readAbouts(
  rows: readonly JobRow[],
  registered: ReadonlyMap<string, Job>,
  log: FastifyBaseLogger,
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  const kinds = Map.groupBy(rows, ({ name }) => name);
  await Promise.all(
    [...kinds].map(async ([name, ofKind]) => {
      const job = registered.get(name);
      if (job?.about === undefined) return;
      // What an older version stored may no longer fit.
      const readable = ofKind.flatMap(({ id, data }) => {
        const parsed = job.data.safeParse(data);
        return parsed.success ? [{ id, data: parsed.data }] : [];
      });
      try {
        const subjects = await job.about(readable.map(({ data }) => data));
        for (const [index, { id }] of readable.entries()) found.set(id, subjects[index] ?? null);
      } catch (error) {
        // A tool that cannot say must not break the whole list.
        log.error({ err: error, job: name }, 'what a job is about could not be read');
      }
    }),
  );
  return found;
}

function present(row: JobRow, title: string, about: string | null): JobEntry {
  const { id, name, data: _data, shown_state: state, discarded, retry_count, output, ...times } = row;
  const { created_on, started_on, completed_on, start_after, ...rest } = times;
  rest satisfies NothingLeft;
  const succeeded = state === 'done' && !discarded;
  return {
    id,
    name,
    title,
    about,
    state,
    discarded,
    createdAt: created_on,
    startedAt: started_on,
    finishedAt: completed_on,
    startAfter: state === 'waiting' ? start_after : null,
    tries: started_on === null ? 0 : retry_count + 1,
    reason: succeeded ? null : storedReason(output),
    result: succeeded ? storedResult(output) : null,
  };
}
