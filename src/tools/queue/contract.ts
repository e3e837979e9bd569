import { z } from 'zod';
import { defineCall, jsonReply } from '../../platform/contract/call.ts';
import { id, searchText } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];
const jobState = z.enum(jobStates);

const time = z.iso.datetime().nullable();

/** A job as IT sees it, without its data, which may name people. */
export const job = z.object({
  id,
  /** Its name in the log. */
  name: z.string(),
  title: z.string(),
  /** What it is about, without personal data, such as a building. */
  about: z.string().nullable(),
  state: jobState,
  /** Given up by a person: `done` without having been done. */
  discarded: z.boolean(),
  createdAt: z.iso.datetime(),
  startedAt: time,
  finishedAt: time,
  /** When a waiting one is due. */
  dueAt: time,
  tries: z.int(),
  /** Why the last try failed. */
  reason: z.string().nullable(),
  /** What a finished one did, if it reports that. */
  result: z.string().nullable(),
  can: z.object({ retry: z.boolean(), discard: z.boolean() }),
});
export type Job = z.output<typeof job>;

const access = 'queue.manage';
const params = z.object({ id });
const name = searchText;

export const listJobs = defineCall({
  name: 'listJobs',
  summary: 'Background jobs, newest first; `name` looks in name and title',
  method: 'GET',
  path: '/api/jobs',
  access,
  ...pagedList(job, { state: jobState.optional(), name }),
});

export const countJobs = defineCall({
  name: 'countJobs',
  summary: 'How many background jobs are in each state',
  method: 'GET',
  path: '/api/jobs/counts',
  access,
  query: z.object({ name }),
  reply: jsonReply(z.object({ data: z.record(jobState, z.int()) })),
});

export const retryJob = defineCall({
  name: 'retryJob',
  summary: 'Retry a failed job, or run a waiting retry now',
  method: 'POST',
  path: '/api/jobs/:id/retry',
  access,
  params,
  reply: jsonReply(z.object({ data: job })),
  refusals: {
    'cannot-retry': {
      kind: 'conflict',
      detail: 'This job is no longer waiting for a retry. Check its current state.',
    },
  },
  idempotent: true,
});

export const discardJob = defineCall({
  name: 'discardJob',
  summary: 'Discard a waiting or failed job: it never runs again',
  method: 'POST',
  path: '/api/jobs/:id/discard',
  access,
  params,
  reply: jsonReply(z.object({ data: job })),
  refusals: {
    'cannot-discard': {
      kind: 'conflict',
      detail: "This job has already started or finished, so it can't be discarded.",
    },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const queueCalls = { listJobs, countJobs, retryJob, discardJob };
