import { z } from 'zod';

/** The closed family of refusals. The word is for programs, the status for HTTP. */
export const refusalStatus = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  method: 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'address-too-long': 414,
  'unsupported-type': 415,
  misdirected: 421,
  'needs-confirmation': 428,
  'too-many': 429,
  'headers-too-large': 431,
  defect: 500,
  unavailable: 503,
  'no-space': 507,
} as const;

export type RefusalKind = keyof typeof refusalStatus;

/** Refusals that a call declares: reason -> kind and the sentence that a person reads. */
export type Refusals = Readonly<Record<string, { kind: RefusalKind; detail: string }>>;

const rowError = z.object({ row: z.number(), column: z.string(), value: z.string(), message: z.string() });
export type RowError = z.output<typeof rowError>;

/** RFC 9457 with our own members: `reason` for programs, `fields` and `rows` for forms. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  reason: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  rows: z.array(rowError).max(200).optional(),
  rowsTotal: z.number().optional(),
  requestId: z.string().optional(),
});
export type Problem = z.output<typeof problem>;
