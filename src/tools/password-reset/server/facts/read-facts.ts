import { email as emailShape } from '../../../../platform/contract/fields.ts';
import { withoutFormulaGuard } from '../../../../platform/contract/formula.ts';
import { largestTable } from '../../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import { type CsvRow, readCsv } from '../../../../platform/server/csv/read-csv.ts';
import {
  canonicalBirthdate,
  canonicalEmail,
  canonicalId,
  canonicalLastFour,
  canonicalPhone,
} from './canonical.ts';
import type { Facts } from './fact-hashes.ts';

const required = ['principalEmail', 'id', 'birthdate'] as const;
const optional = ['last4ssn', 'personalPhoneNumber', 'personalEmail'] as const;
type Column = (typeof required)[number] | (typeof optional)[number];

/** A person as the student system has them. */
export interface PersonFacts extends Facts {
  email: string;
  /** '' if there is none that a locked-out person could read. */
  personalEmail: string;
}

/**
 * Reads the student system's file: everyone in it, or what is wrong in which row. An error never repeats a value of
 * the file, since it reaches a screen and perhaps a program's log.
 */
export async function readFacts(
  bytes: Buffer,
  { today, domains }: { today: string; domains: readonly string[] },
): Promise<{ people: PersonFacts[]; errors: RowError[] }> {
  const content = await readCsv<Column>(bytes, { columns: required, optional, maxRows: largestTable.rows });
  const people: PersonFacts[] = [];
  const errors = [...content.errors];
  const seen = { principalEmail: new Map<string, number>(), id: new Map<string, number>() };
  const turn = takeTurns();
  for (const line of content.rows) {
    const { person, wrong } = readRow(line, { today, domains });
    const twice = (column: 'principalEmail' | 'id', value: string) => {
      const first = seen[column].get(value);
      if (first === undefined) seen[column].set(value, line.row);
      else wrong.push({ column, message: `This is also in row ${first}.` });
    };
    if (person.email !== '') twice('principalEmail', person.email);
    if (person.collegeId !== '') twice('id', person.collegeId);
    if (wrong.length === 0) people.push(person);
    for (const { column, message } of wrong) errors.push({ row: line.row, column, value: '', message });
    await turn();
  }
  return {
    people,
    errors: errors.map((error) => ({ ...error, value: '' })).toSorted((a, b) => a.row - b.row),
  };
}

function readRow(
  { values }: CsvRow<Column>,
  { today, domains }: { today: string; domains: readonly string[] },
) {
  const wrong: { column: Column; message: string }[] = [];
  const read = (column: Column, canonical: (value: string) => string, message: string) => {
    const written = withoutFormulaGuard(values[column]).trim();
    if (written === '' && (optional as readonly string[]).includes(column)) return '';
    const value = canonical(written);
    if (value === '') wrong.push({ column, message });
    return value;
  };
  const address = (value: string) => (emailShape.safeParse(value).success ? canonicalEmail(value) : '');
  const personal = read('personalEmail', address, 'Enter an email address, such as name@college.edu.');
  const person: PersonFacts = {
    email: read('principalEmail', address, 'Enter an email address, such as name@college.edu.'),
    collegeId: read('id', canonicalId, 'Enter the college ID.'),
    birthdate: read(
      'birthdate',
      (value) => canonicalBirthdate(value, today),
      'Enter the date as 2004-03-07 or 3/7/2004.',
    ),
    lastFour: read(
      'last4ssn',
      (value) => canonicalLastFour(value, { fill: true }),
      'Enter four digits, or leave this empty.',
    ),
    phone: read('personalPhoneNumber', canonicalPhone, 'Enter a phone number, such as 208-555-0142.'),
    // Someone who can't sign in can't read their college email, either.
    personalEmail: domains.includes(personal.slice(personal.lastIndexOf('@') + 1)) ? '' : personal,
  };
  return { person, wrong };
}
