import { z } from 'zod';
import { email, oneLine, text } from '../../contract/fields.ts';
import { withoutFormulaGuard } from '../../contract/formula.ts';
import type { RowError } from '../../contract/problem.ts';
import { takeTurns } from '../concurrency/take-turns.ts';
import { type CsvRow, readCsv } from '../csv/read-csv.ts';
import type { DirectoryRecord } from './record.ts';

const required = ['key', 'givenName', 'familyName', 'kind'] as const;
const optional = [
  'accountName',
  'email',
  'title',
  'department',
  'departmentCode',
  'phone',
  'fax',
  'mailbox',
  'groups',
  'confidential',
] as const;

type Column = (typeof required)[number] | (typeof optional)[number];

/** More than the largest colleges have, and few enough for memory. */
export const largestDirectory = { bytes: 30 * 1024 * 1024, rows: 100_000 };

const yes = ['yes', 'true', '1', 'y'];
const no = ['', 'no', 'false', '0', 'n'];

/** Without direction characters, which could make one name look like another. */
const words = text().transform((written) => oneLine(written));

/** A person as a source writes one, all of it as text; groups are separated by semicolons. */
export const writtenRecord = z.object({
  key: text({ min: 1, max: 100, required: 'The key is missing.' }),
  givenName: words,
  familyName: words.pipe(text({ min: 1, required: 'The family name is missing.' })),
  kind: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['employee', 'student'], { error: 'Use "employee" or "student".' })),
  accountName: text(),
  email: z.union([z.literal(''), email]),
  title: words,
  department: words,
  departmentCode: text({ max: 40 }),
  phone: text({ max: 40 }),
  fax: text({ max: 40 }),
  mailbox: text({ max: 40 }),
  groups: text({ max: 5_000 }).transform((groups) => [
    ...new Set(
      groups
        .split(';')
        .map((group) => group.trim())
        .filter((group) => group !== ''),
    ),
  ]),
  confidential: z
    .string()
    .trim()
    .toLowerCase()
    .refine((word) => [...yes, ...no].includes(word), 'Use "yes" or "no".')
    .transform((word) => yes.includes(word)),
}) satisfies z.ZodType<DirectoryRecord>;

/** Reads a CSV file of people: every record, or what is wrong in which row. Groups are separated by semicolons. */
export async function readRecords(
  bytes: Buffer,
): Promise<{ records: DirectoryRecord[]; errors: RowError[] }> {
  const content = await readCsv<Column>(bytes, {
    columns: required,
    optional,
    maxRows: largestDirectory.rows,
  });
  const records: DirectoryRecord[] = [];
  const errors = [...content.errors];
  const seen = new Map<string, number>();
  const turn = takeTurns();
  for (const line of content.rows) {
    const read = readRow(line);
    if (Array.isArray(read)) errors.push(...read);
    else {
      const first = seen.get(read.key);
      if (first === undefined) records.push(read);
      else errors.push(wrong(line, 'key', `This key is also in row ${first}.`));
      seen.set(read.key, first ?? line.row);
    }
    await turn();
  }
  return { records, errors: errors.toSorted((a, b) => a.row - b.row) };
}

function readRow(line: CsvRow<Column>): DirectoryRecord | RowError[] {
  const values = Object.fromEntries(
    Object.entries(line.values).map(([column, value]) => [column, withoutFormulaGuard(value)]),
  );
  const parsed = writtenRecord.safeParse(values);
  if (parsed.success) return parsed.data;
  // The first message for each column is enough.
  const first = new Map(
    parsed.error.issues.toReversed().map(({ path, message }) => [path[0] as Column, message]),
  );
  return [...first].toReversed().map(([column, message]) => wrong(line, column, message));
}

function wrong({ row: at, values }: CsvRow<Column>, column: Column, message: string): RowError {
  return { row: at, column, value: values[column].slice(0, 200), message };
}
