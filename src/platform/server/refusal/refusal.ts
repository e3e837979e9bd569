import { type Problem, type RefusalKind, type RowError, refusalStatus } from '../../contract/problem.ts';

export interface RefusalDetails {
  /** For programs; the call has to declare it, unless it is one of the family's own. */
  reason?: string;
  fields?: Record<string, string>;
  rows?: RowError[];
  rowsTotal?: number;
  retryAfterSeconds?: number;
  cause?: unknown;
}

const titles: Record<RefusalKind, string> = {
  invalid: 'Please check what you sent',
  'signed-out': 'Please sign in',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  method: 'Method not allowed',
  conflict: 'Conflicts with the current state',
  gone: 'No longer available',
  'too-large': 'Too large',
  'address-too-long': 'The address is too long',
  'unsupported-type': 'This type of content is not accepted',
  misdirected: 'Wrong host',
  'needs-confirmation': 'Please confirm',
  'too-many': 'Too many requests',
  'headers-too-large': 'The headers are too large',
  defect: 'Something went wrong',
  unavailable: 'Temporarily unavailable',
  'no-space': 'No space left',
};

/** The short heading of a kind of refusal. */
export function titleOf(kind: RefusalKind): string {
  return titles[kind];
}

/** The one class of all refusals; recognized by class, never by text. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly details: RefusalDetails;

  /** @param detail A sentence for a person that says what to do next. */
  constructor(kind: RefusalKind, detail: string, details: RefusalDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return refusalStatus[this.kind];
  }
}

/** Input that does not match the shape, reported field by field. */
export function invalid(fields: Record<string, string>, detail = 'Check the marked fields.'): Refusal {
  return new Refusal('invalid', detail, { fields });
}

export function signedOut(): Refusal {
  return new Refusal('signed-out', "You're not signed in, or your session has ended. Please sign in.");
}

export function forbidden(detail = 'You are not authorized to do this.'): Refusal {
  return new Refusal('forbidden', detail);
}

export function notFound(detail = "This doesn't exist, or no longer exists."): Refusal {
  return new Refusal('not-found', detail);
}

export function unavailable(cause?: unknown, retryAfterSeconds = 5): Refusal {
  const detail = "This can't be done right now. Nothing was lost. Try again in a moment.";
  return new Refusal('unavailable', detail, { retryAfterSeconds, cause });
}

/** RFC 9457 body. `instance` is left out: the request id finds the log line, if there is one. */
export function toProblem(refusal: Refusal, requestId?: string): Problem {
  const { reason, fields, rows, rowsTotal } = refusal.details;
  return {
    type: 'about:blank',
    title: titles[refusal.kind],
    status: refusal.status,
    detail: refusal.message,
    ...(reason === undefined ? {} : { reason }),
    ...(fields === undefined ? {} : { fields }),
    ...(rows === undefined ? {} : { rows: rows.slice(0, 200), rowsTotal: rowsTotal ?? rows.length }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
