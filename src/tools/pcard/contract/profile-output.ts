import { z } from 'zod';
import { dateFormats } from './profile-input.ts';

const segment = z.strictObject({ start: z.int().min(1), length: z.int().min(1).max(40) });

/** What a field of a line shows. Amounts of the other side are empty. */
const value = z.enum([
  'account',
  'debit',
  'credit',
  'amount',
  'side',
  'description',
  'reference',
  'date',
  'card',
  'cardholder',
  'merchant',
  'line',
  'text',
]);

const field = z.strictObject({
  value,
  /** For `value: text`. */
  text: z.string().max(100).default(''),
  /** A part of the account. */
  part: segment.optional(),
  amounts: z.enum(['decimal', 'cents']).default('decimal'),
  dates: z.enum(dateFormats).default('MM/DD/YYYY'),
});
export type OutputField = z.output<typeof field>;

const fixedField = field.extend({
  length: z.int().min(1).max(500),
  align: z.enum(['left', 'right']).default('left'),
  fill: z.string().length(1).default(' '),
});
export type FixedField = z.output<typeof fixedField>;

const lineEnds = z.enum(['crlf', 'lf']);

export const outputShape = z.discriminatedUnion('kind', [
  /** Ellucian Colleague, the fixed lines of GLIM. */
  z.strictObject({
    kind: z.literal('colleague'),
    /** Two letters. */
    source: z.string().length(2).default('JE'),
  }),
  /** Ellucian Banner, the fixed lines of FUPLOAD. Parts of the account that a college does not use are left out. */
  z.strictObject({
    kind: z.literal('banner'),
    rule: z.string().min(1).max(4),
    parts: z.strictObject({
      index: segment.optional(),
      fund: segment.optional(),
      organization: segment.optional(),
      account: segment,
      program: segment.optional(),
      activity: segment.optional(),
      location: segment.optional(),
    }),
  }),
  /** A CSV file with a header that any spreadsheet opens. */
  z.strictObject({ kind: z.literal('csv') }),
  z.strictObject({
    kind: z.literal('fixed'),
    lineEnds: lineEnds.default('crlf'),
    fields: z.array(fixedField).min(1),
  }),
  z.strictObject({
    kind: z.literal('delimited'),
    lineEnds: lineEnds.default('crlf'),
    separator: z.enum([',', ';', '|', '\t']).default(','),
    header: z.boolean().default(true),
    fields: z.array(field.extend({ name: z.string().min(1).max(60) })).min(1),
  }),
]);
export type ProfileOutput = z.output<typeof outputShape>;
