import { z } from 'zod';
import { text } from '../../platform/contract/fields.ts';

/** `J`, the month, and the two-digit year. */
const journalLogNumber = text({ min: 1, max: 20, required: 'Enter the journal log number.' }).regex(
  /^J(0[1-9]|1[0-2])\d\d$/,
  'Enter J, the month, and the year, such as J1126 for November 2026.',
);

/** Dollars with at most two decimals. */
const money = z.number();
/** A calendar day. */
const day = z.string();

/** What a person enters along with the file. */
export const processing = z.object({
  journalLogNumber,
  profile: text({ max: 40 }).optional().meta({ description: 'The first one by default' }),
});

const transaction = z.object({
  row: z.int(),
  card: z.string(),
  date: day,
  merchant: z.string(),
  mcc: z.string(),
  amount: money,
});

/** The first ones, and how many there are. */
const some = <S extends z.ZodType>(item: S) => z.object({ rows: z.array(item), total: z.int() });

export const warning = z.object({
  kind: z.enum(['processed-before', 'number-used', 'other-month', 'same-purchase']),
  text: z.string(),
  /** Rows of the file, at most 20. */
  rows: z.array(z.int()),
});
export type Warning = z.output<typeof warning>;

export const journalLine = z.object({
  line: z.int(),
  account: z.string(),
  debit: money.nullable(),
  credit: money.nullable(),
  description: z.string(),
  rule: z.string(),
  /** Where it came from; `null` for an offset line. */
  source: z
    .object({ row: z.int(), card: z.string(), cardholder: z.string(), date: day, merchant: z.string() })
    .nullable(),
});
export type JournalLineSent = z.output<typeof journalLine>;

export const preview = z.object({
  journalLogNumber: z.string(),
  profile: z.string(),
  transactions: z.int(),
  debits: money,
  credits: money,
  accounts: some(z.object({ account: z.string(), lines: z.int(), debit: money, credit: money })),
  cards: some(z.object({ card: z.string(), cardholder: z.string(), transactions: z.int(), amount: money })),
  unmapped: some(transaction),
  dropped: some(transaction),
  lines: some(journalLine),
  warnings: z.array(warning),
  /** Processing has to be confirmed, for this reason. */
  mustConfirm: z.string().nullable(),
});
export type Preview = z.output<typeof preview>;

export const run = z.object({
  id: z.uuid(),
  journalLogNumber: z.string(),
  profile: z.string(),
  fileName: z.string(),
  processedAt: z.iso.datetime(),
  processedBy: z.string(),
  transactions: z.int(),
  lines: z.int(),
  dropped: z.int(),
  debits: money,
  credits: money,
  /** Lines that another run had already processed, and that were confirmed. */
  repeated: z.int(),
  voided: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
  version: z.int(),
  can: z.object({ void: z.boolean(), download: z.boolean() }),
});
export type Run = z.output<typeof run>;

export const voiding = z.object({
  reason: text({ min: 1, max: 500, required: 'Say why this run does not count.' }),
  version: z.int().optional(),
});

export const pcardForm = z.object({
  profiles: z.array(z.object({ name: z.string(), title: z.string() })),
  keepDays: z.int(),
  /** Files to try it with, while the demo is on. */
  samples: z.array(
    z.object({ name: z.string(), title: z.string(), profile: z.string(), journalLogNumber: z.string() }),
  ),
});
export type PcardForm = z.output<typeof pcardForm>;
