import type { FastifyBaseLogger } from 'fastify';
import type { Page, Paging } from '../../contract/paging.ts';
import type { JobKind } from '../change/change.ts';
import type { WriteTransaction } from '../db/database.ts';

/** What a job gets besides its data. */
export interface JobContext {
  readonly log: FastifyBaseLogger;
  /** Aborts when the server stops, the job takes longer than it may, or another instance has taken it over. */
  readonly signal: AbortSignal;
}

/** Work that may be done later, by whichever instance is free. It may run twice: its effect has to be once. */
export interface Job<Data extends object = object> extends JobKind<Data> {
  /** What the queue manager calls it. */
  readonly title: string;
  /** Tries after the first, with growing pauses. */
  readonly retries: number;
  /** Longest run in seconds; afterwards it counts as failed and is tried again. */
  readonly limitSeconds: number;
  /** Cron line (minute hour day month weekday) in the college's time zone, run once among all instances. */
  readonly schedule?: string;
  /**
   * Throw `JobFailure` to tell the queue manager why; any other error is shown without its words. What is answered, one
   * sentence without personal data, is shown there as what was done.
   */
  run(data: Data, context: JobContext): Promise<void> | Promise<string>;
}

/** Declares a job with its data typed. The data travel as JSON: their shape may hold nothing else. */
export function defineJob<Data extends object>(job: Job<Data>): Job {
  return job as unknown as Job;
}

export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

/** A job as the queue manager shows it. Its data stay inside: they may name people. */
export interface JobEntry {
  id: string;
  name: string;
  title: string;
  state: JobState;
  /** Given up by a person: `done` without having been done. */
  discarded: boolean;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When it is tried (again), for waiting ones. */
  startAfter: Date | null;
  tries: number;
  /** The reason of the last failure, one sentence without personal data. */
  reason: string | null;
  /** What a done one said that it did, one sentence without personal data. */
  result: string | null;
}

export interface JobFilter {
  state?: JobState | undefined;
  /** Matches anywhere in the name or the title, any case. */
  name?: string | undefined;
}

export interface JobsService {
  /** Newest first. The total may be two seconds old when there are very many. */
  list(request: JobFilter & { paging: NonNullable<Paging> }): Promise<Page<JobEntry>>;
  counts(filter?: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>>;
  /** How many have failed, 1,000 at most, and the one that failed first; one statement. */
  failures(): Promise<{ total: number; first: JobEntry | null }>;
  /** Reads one job and keeps its state from changing until the transaction ends. */
  hold(transaction: WriteTransaction, id: string): Promise<JobEntry | null>;
  /** Makes a held job due at once, with as many tries as a new one has. */
  retry(transaction: WriteTransaction, id: string): Promise<JobEntry>;
  /** Gives a held job up: it is never run again. */
  discard(transaction: WriteTransaction, id: string): Promise<JobEntry>;
}
