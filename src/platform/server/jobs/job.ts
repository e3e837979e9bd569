import type { FastifyBaseLogger } from 'fastify';
import type { Page, Paging } from '../../contract/paging.ts';
import type { JobKind } from '../change/change.ts';
import type { WriteTransaction } from '../db/database.ts';

/**
 * For what another system has to take, such as an email: the pauses grow from ten seconds to an hour, so that it is tried for
 * about three days. A mail server that fails on a Friday evening may be down until Monday.
 */
export const retriesForDays = 80;

/** What a job gets besides its data. */
export interface JobContext {
  readonly log: FastifyBaseLogger;
  /** Aborts when the server stops, the job exceeds its limit, or another instance has taken it over. */
  readonly signal: AbortSignal;
  /** An earlier try failed, or was cut off: its effect may already be there. */
  readonly isRetry?: boolean;
  /** A failure now is not tried again, unless a person asks for it. */
  readonly isLastTry?: boolean;
}

/** Work that may be done later, by any free instance. It may run twice: its effect has to happen once. */
export interface Job<Data extends object = object> extends JobKind<Data> {
  /** Its name in the Queue Manager. */
  readonly title: string;
  /** Tries after the first, with growing pauses. */
  readonly retries: number;
  /** Longest run in seconds; after that it counts as failed and is tried again. */
  readonly limitSeconds: number;
  /** Cron line (minute hour day month weekday) in the college's time zone, run once across all instances. */
  readonly schedule?: string;
  /**
   * A hash of the settings that a scheduled job works with. A start that finds others than the last one did, such as the
   * very first, has it run at once: people would otherwise wait for its next time.
   */
  readonly settingsHash?: string;
  /** How long one that has ended is kept, 30 days by default: for one that runs every minute. */
  readonly keptDays?: number;
  /**
   * Throw `JobFailure` to show a reason in the Queue Manager; the message of any other error is not shown.
   * @returns What was done, for the Queue Manager: one sentence without personal data.
   */
  run(data: Data, context: JobContext): Promise<void> | Promise<string>;
  /**
   * What each of these is about, for the Queue Manager, so that a person can choose: a building, a ticket number.
   * Without personal data, and in one statement: a page of the list asks for all of its jobs at once.
   */
  about?(data: readonly Data[]): Promise<readonly (string | null)[]>;
}

/** Declares a job with typed data. The data is stored as JSON, so its shape must survive that. */
export function defineJob<Data extends object>(job: Job<Data>): Job {
  return job as unknown as Job;
}

export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

/** A job as the Queue Manager shows it. Its data is not part of it: it may name people. */
export interface JobEntry {
  id: string;
  name: string;
  title: string;
  /** What it is about, such as a building; `null` if the job does not say. */
  about: string | null;
  state: JobState;
  /** Given up by a person: `done`, but never run. */
  discarded: boolean;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When a waiting job is tried (again). */
  startAfter: Date | null;
  tries: number;
  /** The reason of the last failure, one sentence without personal data. */
  reason: string | null;
  /** What a finished job reported, one sentence without personal data. */
  result: string | null;
}

export interface JobFilter {
  state?: JobState | undefined;
  /** Matches anywhere in the name or the title, in any case. */
  name?: string | undefined;
}

export interface JobsService {
  /** Newest first. The total may be two seconds old if there are very many. */
  list(request: JobFilter & { paging: NonNullable<Paging> }): Promise<Page<JobEntry>>;
  counts(filter?: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>>;
  /**
   * How many have failed, 1,000 at most, and the one that failed first; one statement. Without runs of a schedule that a later
   * one has made up for.
   */
  failures(): Promise<{ total: number; first: JobEntry | null }>;
  /**
   * Those that have failed for more than an hour and are tried again, and the one that waits longest; one statement. What they
   * need may be down for all that comes.
   */
  retried(): Promise<{ total: number; first: JobEntry | null }>;
  /** Reads one job and locks its state until the transaction ends. */
  hold(transaction: WriteTransaction, id: string): Promise<JobEntry | null>;
  /** Makes a held job due at once, with as many tries as a new one. */
  retry(transaction: WriteTransaction, id: string): Promise<JobEntry>;
  /** Discards a held job: it never runs again. */
  discard(transaction: WriteTransaction, id: string): Promise<JobEntry>;
}
