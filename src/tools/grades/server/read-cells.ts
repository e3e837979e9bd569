import { email as emailShape, text } from '../../../platform/contract/fields.ts';
import { type GradeColumn, longestLabel, mostRetakes } from '../contract/columns.ts';
import type { Score } from '../contract.ts';
import type { StoredGrade } from './tables.ts';

const usualPoints = 100;
const mostPoints = 10_000;
/** A score may be this many times the points possible. */
const mostExtra = 1.5;

const quizName = text({ min: 1, required: 'Enter the name of the quiz.' });
const studentName = text({ min: 1, required: "Enter the student's name." });
const studentNumber = text({ min: 1, required: "Enter the student's ID." });
/** The address of its page has it between slashes. */
const label = text({
  min: 1,
  max: longestLabel,
  required: 'Enter the section, such as MAT-121-01.',
}).refine(
  (value) => !/[/\\]/.test(value) && value !== '.' && value !== '..',
  'Use a section without a slash, such as MAT-121-01.',
);

/** Checks the cells of one row; `grade` is `null` if one of them is wrong. */
export function readCells(values: Readonly<Record<GradeColumn, string>>, terms: readonly string[]) {
  const wrong: { column: GradeColumn; message: string }[] = [];
  const fail = (column: GradeColumn, message: string) => void wrong.push({ column, message });
  const read = (column: GradeColumn, shape: typeof quizName) => {
    const parsed = shape.safeParse(values[column]);
    if (parsed.success) return parsed.data;
    fail(column, parsed.error.issues[0]?.message ?? '');
    return '';
  };
  const { term, year, faults } = readTerm(values, terms);
  if (faults.term !== undefined) fail('term', faults.term);
  if (faults.year !== undefined) fail('year', faults.year);
  const section = read('section', label);
  const quiz = read('quiz', quizName);
  const student = read('student_name', studentName);
  const studentId = read('student_id', studentNumber);
  const email = values.student_email;
  if (email !== '' && !emailShape.safeParse(email).success)
    fail('student_email', 'Enter an email address, or leave this empty.');
  const points = readPoints(values.points_possible);
  if (points === null)
    fail('points_possible', 'Enter the points of the quiz, more than 0, or leave this empty for 100.');
  const most = Math.floor((points ?? usualPoints) * mostExtra * 100) / 100;
  const score = (column: GradeColumn): Score => {
    const read = readScore(values[column]);
    if (read === undefined) fail(column, 'This is not a score. Enter a number, EX, or nothing.');
    else if (typeof read === 'number' && points !== null && read > most)
      fail(column, `Enter a score from 0 to ${most}.`);
    return read ?? null;
  };
  const original = score('original');
  const columns = Array.from({ length: mostRetakes }, (_one, at) => `retake_${at + 1}` as GradeColumn);
  const retakes = columns.map(score);
  const last = columns.findLastIndex((column) => values[column] !== '');
  const gap = columns.findIndex((column) => values[column] === '');
  if (gap >= 0 && gap < last)
    fail(
      columns[gap] ?? 'retake_1',
      `Fill in the retakes in order: this one is empty, and a later one isn't. Enter N/A if it was not taken.`,
    );
  const grade: StoredGrade | null =
    wrong.length > 0
      ? null
      : {
          quiz,
          student,
          studentId,
          email: email.toLowerCase(),
          points: points ?? usualPoints,
          original,
          retakes: retakes.slice(0, retakes.findLastIndex((one) => one !== null) + 1),
        };
  return { wrong, term, year, section, grade };
}

/** The term as the college writes it, and its year; what is wrong with them is in `faults`. */
export function readTerm(written: { term: string; year: string }, terms: readonly string[]) {
  const term = terms.find((one) => one.toLowerCase() === written.term.normalize('NFC').toLowerCase()) ?? '';
  const year = /^2(0\d\d|100)$/.test(written.year) ? Number(written.year) : 0;
  const faults: { term?: string; year?: string } = {
    ...(term === '' ? { term: `Use ${sayTerms(terms)}.` } : {}),
    ...(year === 0 ? { year: 'Use a year from 2000 to 2100.' } : {}),
  };
  return { term, year, faults };
}

function readPoints(written: string): number | null {
  const points = written === '' ? usualPoints : readNumber(written);
  return points !== null && points > 0 && points <= mostPoints ? points : null;
}

/** No score on purpose: an empty retake before a later one may be a score in the wrong column. */
export const notTaken = 'N/A';

/** `undefined`: not a score. */
function readScore(written: string): Score | undefined {
  if (written === '' || written.toUpperCase() === notTaken) return null;
  if (written.toUpperCase() === 'EX') return 'EX';
  return readNumber(written) ?? undefined;
}

/** At most two decimals, with a point or, as spreadsheets in other countries write it, a comma. */
function readNumber(written: string): number | null {
  return /^\d{1,6}([.,]\d{1,2})?$/.test(written) ? Number(written.replace(',', '.')) : null;
}

function sayTerms(terms: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(terms);
}
