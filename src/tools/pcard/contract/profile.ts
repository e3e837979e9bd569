import { z } from 'zod';
import { inputShape } from './profile-input.ts';
import { outputShape } from './profile-output.ts';

const account = z.string('Write the account in quotes.').min(1).max(40);

/** All conditions have to be met. */
const conditions = {
  /** The last four digits. */
  card: z
    .string('Write the last four digits in quotes.')
    .regex(/^\d{4}$/, 'Write the last four digits.')
    .optional(),
  /** Anywhere in the name of the merchant, in any case. */
  merchant: z.string().min(1).max(100).optional(),
  /** A merchant category code, or a range of them. */
  mcc: z
    .union([z.int().transform(String), z.string()])
    .refine(
      (code) => /^\d{3,4}(-\d{3,4})?$/.test(code),
      'Write a code such as 5943, or a range such as 3000-3299.',
    )
    .optional(),
};

const rule = z.union(
  [
    z.strictObject({ column: z.literal(true), ...conditions }),
    z.strictObject({ account, ...conditions }),
    z.strictObject({ refuse: z.string().min(1).max(200), ...conditions }),
  ],
  'A rule has "column: true", an account in quotes, or "refuse", and may have card, merchant, and mcc.',
);
export type AccountRule = z.output<typeof rule>;

export const profileShape = z.strictObject({
  /** What people choose on the page. */
  title: z.string().min(1).max(60),
  input: inputShape,
  accounts: z.strictObject({
    /** What an account looks like, as a regular expression for the whole of it. */
    pattern: z.string().min(1).max(200),
    /** Dashes, dots, and spaces within an account are ignored. */
    removeDashes: z.boolean().default(false),
    /** The first one that matches decides. */
    rules: z.array(rule).min(1, 'Write at least one rule, such as - column: true.'),
  }),
  offset: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('single'), account }),
    z.strictObject({ mode: z.literal('per-card'), account }),
    /** `{fund}` in the account is replaced by the fund of the lines. */
    z.strictObject({
      mode: z.literal('per-fund'),
      account,
      fund: z.strictObject({ start: z.int().min(1), length: z.int().min(1) }),
    }),
  ]),
  /** The date of each line: the last day of the journal log number's month, or one of the transaction's dates. */
  date: z.enum(['month-end', 'transaction', 'posting']).default('month-end'),
  /** What a line says; `{merchant}` and the like are filled in. The merchant, if that leaves nothing. */
  description: z.string().min(1).max(200).default('{description}'),
  output: outputShape,
});
export type Profile = z.output<typeof profileShape>;
