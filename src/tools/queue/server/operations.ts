import type { CallInput } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { noPage, type Page } from '../../../platform/contract/paging.ts';
import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import type { JobEntry, JobsService } from '../../../platform/server/jobs/job.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import type { countJobs, Job, JobState, listJobs, retryJob } from '../contract.ts';
import { presentJob } from './present.ts';
import { mayDiscard, mayRetry } from './rules.ts';

type Context = Pick<CallContext, 'actor' | 'change'>;
type OneJob = Pick<CallInput<typeof retryJob>, 'params'>;

export async function handleListJobs(
  jobs: JobsService,
  { actor }: Pick<Context, 'actor'>,
  { query: { state, name, paging, ...rest } }: Pick<CallInput<typeof listJobs>, 'query'>,
): Promise<Page<Job>> {
  rest satisfies NothingLeft;
  if (paging === null) return { ...noPage, data: [] };
  const page = await jobs.list({ state, name, paging });
  return { ...page, data: page.data.map((entry) => presentJob(entry, actor)) };
}

export async function handleCountJobs(
  jobs: JobsService,
  { query: { name, ...rest } }: Pick<CallInput<typeof countJobs>, 'query'>,
): Promise<{ data: Record<JobState, number> }> {
  rest satisfies NothingLeft;
  return { data: await jobs.counts({ name }) };
}

export async function handleRetryJob(
  jobs: JobsService,
  { actor, change }: Context,
  { params }: OneJob,
): Promise<{ data: Job }> {
  return change(async (unit) => {
    const before = await holdJob(jobs, unit, params.id);
    unit.demand(mayRetry(actor, before));
    const after = await jobs.retry(unit.transaction, before.id);
    record(unit, 'job.retry', before, after);
    return { data: presentJob(after, actor) };
  });
}

export async function handleDiscardJob(
  jobs: JobsService,
  { actor, change }: Context,
  { params }: OneJob,
): Promise<{ data: Job }> {
  return change(async (unit) => {
    const before = await holdJob(jobs, unit, params.id);
    unit.demand(mayDiscard(actor, before));
    const after = await jobs.discard(unit.transaction, before.id);
    record(unit, 'job.discard', before, after);
    return { data: presentJob(after, actor) };
  });
}

async function holdJob(jobs: JobsService, { transaction }: UnitOfWork, id: string): Promise<JobEntry> {
  const job = await jobs.hold(transaction, id);
  if (job === null)
    throw notFound(
      "This job doesn't exist, or no longer exists. Finished jobs are kept for up to 30 days, depending on their kind.",
    );
  return job;
}

const columns: AuditColumnsOf<JobEntry> = {
  name: 'plain',
  state: 'plain',
  discarded: 'plain',
  tries: 'plain',
  reason: 'plain',
  // The entry has its own id and time; the rest does not say what was done.
  id: 'left out',
  title: 'left out',
  about: 'left out',
  createdAt: 'left out',
  startedAt: 'left out',
  finishedAt: 'left out',
  startAfter: 'left out',
  result: 'left out',
};

function record(unit: UnitOfWork, action: `job.${string}`, before: JobEntry, after: JobEntry): void {
  unit.record({ action, subject: { type: 'job', id: after.id, columns }, before, after });
}
