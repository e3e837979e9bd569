import { isOutage, isUnreachable } from '../db/database.ts';

/** A failure that the Queue Manager may show. The reason is one sentence without personal data. */
export class JobFailure extends Error {
  /** Trying again cannot help: the job fails at once. */
  readonly final: boolean;

  constructor(reason: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'JobFailure';
    this.final = options.final ?? false;
  }
}

/**
 * For a schedule of minutes: what an earlier run has failed with, and still is so. The run counts neither as another failure
 * nor as a success, which would make up for the one that IT is shown.
 */
export class KnownFailure extends JobFailure {}

/** One sentence about an error. Other errors' messages may name people or rows, so it has only their kind. */
export function reasonOf(error: unknown): string {
  if (error instanceof JobFailure) return error.message;
  if (isUnreachable(error)) return 'A server it needs could not be reached.';
  if (isOutage(error)) return 'The database took too long, or something else was changing the same rows.';
  return `It stopped with an unexpected error (${kindOf(error)}); the log has the details.`;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && /^[\w-]{1,40}$/.test(String(error.code)) ? String(error.code) : error.name;
}

/** What a finished job reported. */
export function storedResult(output: unknown): string | null {
  const isTold = typeof output === 'object' && output !== null && 'result' in output;
  return isTold && typeof output.result === 'string' ? output.result : null;
}

/** The reason in a stored outcome: ours, or one of pg-boss's sentences about a worker that is gone. */
export function storedReason(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  if ('reason' in output && typeof output.reason === 'string') return output.reason;
  const inner = 'value' in output ? output.value : output;
  const message = typeof inner === 'object' && inner !== null && 'message' in inner ? inner.message : inner;
  if (message === 'job heartbeat timeout') return 'The server that ran it stopped responding.';
  if (message === 'job timed out') return 'It took too long.';
  return 'It did not finish; the log has the details.';
}
