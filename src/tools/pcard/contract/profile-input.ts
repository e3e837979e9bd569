import { z } from 'zod';

export const dateFormats = [
  'MM/DD/YYYY',
  'M/D/YYYY',
  'MM/DD/YY',
  'DD/MM/YYYY',
  'YYYY-MM-DD',
  'MMDDYYYY',
  'YYYYMMDD',
] as const;
export type DateFormat = (typeof dateFormats)[number];

const required = ['card', 'date', 'amount', 'merchant'] as const;
const optional = ['cardholder', 'posted', 'reference', 'mcc', 'account', 'description'] as const;
/** The fields that a transaction may have. */
export type Field = (typeof required)[number] | (typeof optional)[number];

/** The same shape for each field; those that every journal needs are required. */
function fieldsOf<S extends z.ZodType>(shape: S) {
  const of = <N extends string, T>(names: readonly N[], value: T) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<N, T>;
  return z.strictObject({ ...of(required, shape), ...of(optional, shape.optional()) });
}

const formats = {
  dates: z.enum(dateFormats, `Use one of ${dateFormats.join(', ')}.`).default('MM/DD/YYYY'),
  /** `decimal`: 1,039.00. `cents`: 103900. */
  amounts: z.enum(['decimal', 'cents']).default('decimal'),
};

const columnName = z.string('Write the name of the column as it is in the header.').min(1).max(100);
const columnNumber = z
  .int('Without a header, write the number of the column; the first is 1.')
  .min(1)
  .max(500);
const place = z.strictObject({ start: z.int().min(1), length: z.int().min(1).max(500) });
/** A column or position that says that an amount is a credit; amounts then have no sign. */
const creditsIn = <S extends z.ZodType>(where: S) =>
  z.strictObject({ in: where, equals: z.array(z.string()).min(1) }).optional();

export const inputShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('delimited'),
    header: z.literal(true).default(true),
    ...formats,
    columns: fieldsOf(columnName),
    credits: creditsIn(columnName),
  }),
  z.strictObject({
    kind: z.literal('delimited-without-header'),
    ...formats,
    columns: fieldsOf(columnNumber),
    credits: creditsIn(columnNumber),
  }),
  z.strictObject({
    kind: z.literal('fixed'),
    ...formats,
    columns: fieldsOf(place),
    credits: creditsIn(place),
    /** Other lines, such as headers and totals, are left out. Without it, every line is a transaction. */
    only: z.strictObject({ ...place.shape, equals: z.array(z.string()).min(1) }).optional(),
  }),
  z.strictObject({ kind: z.literal('vcf4') }),
  z.strictObject({ kind: z.literal('cdf3') }),
]);
export type ProfileInput = z.output<typeof inputShape>;
export type InputOf<Kind extends ProfileInput['kind']> = Extract<ProfileInput, { kind: Kind }>;
