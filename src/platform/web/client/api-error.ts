import type { Problem, RowError } from '../../contract/problem.ts';
import { sentenceOfStatus, sentences } from './sentences.ts';

/** Why there is no proper response, when the server did not say so itself. */
export type Silence = 'offline' | 'unreachable' | 'timeout' | 'foreign' | 'empty';

type Facts = { status: number; detail: string } & {
  [K in 'reason' | 'fields' | 'rows' | 'rowsTotal' | 'requestId']?: Problem[K] | undefined;
} & { retryAfter?: number | undefined; silence?: Silence };

/** The one failure that screens know: a refusal or a broken connection, with a sentence for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when nothing came back. */
  readonly status: number;
  /** A sentence for the person: what happened and what to do next. */
  readonly detail: string;
  /** The word for programs, declared by the call. */
  readonly reason: string | undefined;
  /** Field -> what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** The first invalid rows of a file, and how many there are in total. */
  readonly rows: readonly RowError[];
  readonly rowsTotal: number;
  /** Seconds to wait before another try, if the server named them. */
  readonly retryAfter: number | undefined;
  /** What IT needs to find the failure in the log. */
  readonly requestId: string | undefined;
  /** Set when the failure did not come from our own server. */
  readonly silence: Silence | undefined;

  constructor(facts: Facts) {
    super(facts.detail);
    this.status = facts.status;
    this.detail = facts.detail;
    this.reason = facts.reason;
    this.fields = facts.fields ?? {};
    this.rows = facts.rows ?? [];
    this.rowsTotal = facts.rowsTotal ?? this.rows.length;
    this.retryAfter = facts.retryAfter;
    this.requestId = facts.requestId;
    this.silence = facts.silence;
  }

  /** Whether the server certainly did nothing: it refused. After anything else a write may have happened. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.silence === undefined;
  }

  /** Whether a write may have happened despite this failure. An ended session says nothing about an earlier try. */
  get mayHaveArrived(): boolean {
    return !this.isRefusal || this.isSignedOut;
  }

  /** Whether the same request may work later. What the server refused for its content stays refused. */
  get mayPass(): boolean {
    return !this.isRefusal || [408, 425, 429].includes(this.status);
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/** A failure without a sentence from our server; `advice` is added to ours. */
export function silentFailure(silence: Silence, status = 0, advice?: string): ApiError {
  const sentence = sentences[silence];
  return new ApiError({ status, silence, detail: advice ? `${sentence} ${advice}` : sentence });
}

/** Turns anything thrown into an `ApiError`. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({ status: 0, detail: sentences.defect });
}

/** Reads a failed response: problem+json as it is, anything else by its status. Never throws. */
export function apiErrorOf(answer: { status: number; headers: Headers; text: string }): ApiError {
  const { status, headers, text } = answer;
  const retryAfter = secondsOf(headers.get('retry-after'));
  const problem = isJson(headers) ? readProblem(text) : null;
  if (problem) return new ApiError({ ...problem, status, retryAfter });
  return new ApiError({
    status,
    retryAfter,
    silence: 'foreign',
    detail: sentenceOfStatus(status, retryAfter),
  });
}

export function isJson(headers: Headers): boolean {
  return /^application\/(problem\+)?json\b/i.test(headers.get('content-type') ?? '');
}

/** RFC 9110: seconds, or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function readProblem(text: string): Omit<Facts, 'status'> | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return null;
  const { detail, reason, fields, rows, rowsTotal, requestId } = value as Record<string, unknown>;
  if (typeof detail !== 'string' || detail === '') return null;
  return {
    detail,
    reason: typeof reason === 'string' ? reason : undefined,
    fields: isRecordOfText(fields) ? fields : undefined,
    rows: Array.isArray(rows) ? (rows as RowError[]) : undefined,
    rowsTotal: typeof rowsTotal === 'number' ? rowsTotal : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecordOfText(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((item) => typeof item === 'string')
  );
}
