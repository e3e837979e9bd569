import type { FastifyBaseLogger } from 'fastify';
import type { Repeats } from '../log/repeats.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Job } from './job.ts';
import { JobFailure, KnownFailure, reasonOf } from './job-failure.ts';

export type Outcome =
  | { status: 'completed'; result: string | null; isKnownFailure?: true }
  | { status: 'failed'; reason: string; final: boolean };

interface Attempt {
  id: string;
  data: unknown;
  /** Aborts when this instance has lost the job or stops. */
  signal: AbortSignal;
  isRetry: boolean;
  isLastTry: boolean;
}

/**
 * Runs one attempt. Never throws: the log has the error with its stack, once for many jobs that fail alike within seconds,
 * and the outcome has a sentence.
 */
export async function runJob(
  job: Job,
  attempt: Attempt,
  { log: parentLog, repeats }: { log: FastifyBaseLogger; repeats: Repeats },
): Promise<Outcome> {
  const about = { job: job.name, jobId: attempt.id };
  const log = parentLog.child(about);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tookTooLong(job.limitSeconds)), job.limitSeconds * 1000);
  try {
    const data = readData(job, attempt.data);
    const signal = AbortSignal.any([attempt.signal, limit.signal]);
    const result = await Promise.race([
      job.run(data, { log, signal, isRetry: attempt.isRetry, isLastTry: attempt.isLastTry }),
      rejectOnAbort(limit.signal),
    ]);
    return { status: 'completed', result: typeof result === 'string' ? result : null };
  } catch (error) {
    if (error instanceof KnownFailure)
      return { status: 'completed', result: `Still so: ${error.message}`, isKnownFailure: true };
    const final = error instanceof JobFailure && error.final;
    const reason = reasonOf(error);
    const hasCause = error instanceof JobFailure || error instanceof Refusal;
    const err = hasCause ? (error.cause ?? error) : error;
    repeats.warn(`${job.name}: ${reason}`, { ...about, err }, 'job failed');
    return { status: 'failed', reason, final };
  } finally {
    clearTimeout(timer);
  }
}

/** Data that was stored by an older version may no longer match; no later try would change that. */
function readData(job: Job, data: unknown): object {
  const parsed = job.data.safeParse(data ?? {});
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'all').join(', ');
  throw new JobFailure(`Its data is not what this version expects (${fields}).`, { final: true });
}

function tookTooLong(seconds: number): JobFailure {
  const words = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
  return new JobFailure(`It took longer than the ${words} allowed.`);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
