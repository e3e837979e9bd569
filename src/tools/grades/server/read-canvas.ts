import { email as emailShape } from '../../../platform/contract/fields.ts';
import { largestTable } from '../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../platform/contract/problem.ts';
import { takeTurns } from '../../../platform/server/concurrency/take-turns.ts';
import type { CsvRow } from '../../../platform/server/csv/read-csv.ts';
import { fileError, scanRecords } from '../../../platform/server/csv/scan-records.ts';
import { type GradeColumn, mostRetakes, templateColumns } from '../contract/columns.ts';
import { notTaken } from './read-cells.ts';

type Titles = Partial<Record<GradeColumn, string>>;

/** A row of grades as in the template, with what its columns are called in the file. */
export interface GradeLine extends CsvRow<GradeColumn> {
  titles?: Titles;
}

/**
 * Whether a header is that of the Canvas gradebook, by the same signs as its own importer (instructure/canvas-lms,
 * lib/gradebook_importer.rb), which a table with the columns of the template may have, too.
 */
export async function isCanvasExport(file: Buffer): Promise<boolean> {
  let header: readonly string[] = [];
  await scanRecords(file, {
    take(cells) {
      header = cells;
      return false;
    },
  });
  if (header.some((title) => /^(term|quiz)$/i.test(title.trim()))) return false;
  return /ID/.test(header[nameColumns(header)] ?? '') && header.includes('Section');
}

/** How many columns the name of a student has: two if a teacher has Canvas split names. */
function nameColumns([first = '', second = '']: readonly string[]): number {
  if (/Student/.test(first)) return 1;
  return /LastName/.test(first) && /FirstName/.test(second) ? 2 : Number.NaN;
}

/**
 * Canvas enrolls the made-up student of its Student View in every section of a course. Their login is a hash
 * (instructure/canvas-lms, app/models/course.rb).
 */
function isTestStudent(name: string, login: string): boolean {
  return name === 'Student, Test' && /^[0-9a-f]{40}$/.test(login);
}

/** The address of a section's page has its name between slashes. Few teachers may rename a Canvas section. */
const slash = /[/\\]/g;

/** The assignment is not for this student. */
const notAssigned = 'N/A';

interface Quiz {
  name: string;
  /** Where the original is, and each retake. */
  scores: Partial<Record<GradeColumn, number>>;
}

/** Reads an export of the Canvas gradebook: one row for each student, one column for each quiz and each retake. */
export async function readCanvasExport(
  file: Buffer,
  { term, year }: { term: string; year: string },
): Promise<{ rows: GradeLine[]; errors: RowError[]; unknownColumns: string[] }> {
  const records: { cells: string[]; row: number }[] = [];
  const fault = await scanRecords(file, {
    take(cells, row) {
      records.push({ cells, row });
      return records.length <= largestTable.rows;
    },
  });
  const [header = [], ...others] = records.map(({ cells }) => cells);
  const errors: RowError[] = fault === null ? [] : [fault];
  const points = others.find(([first = '']) => first.trim() === 'Points Possible') ?? [];
  const columns = columnsOf(header);
  const turn = takeTurns();
  const letters = await findLetterColumns(others, turn);
  const { quizzes, unknownColumns } = quizzesOf(header, points, { ...columns, letters });
  if (quizzes.length === 0)
    errors.push(
      fileError('This gradebook has no assignment with points. Export it from a course with quizzes.'),
    );
  if (records.length > largestTable.rows) errors.push(tooMany());
  const rows: GradeLine[] = [];
  for (const { cells, row } of records.slice(1)) {
    const names = cells.slice(0, nameColumns(header)).map((name) => name.trim());
    const student = names.filter((name) => name !== '').join(', ');
    const cell = (column: keyof typeof columns) => cells[columns[column]]?.trim() ?? '';
    const login = cell('login');
    // Lines about the columns: the points, and which grades are posted by hand.
    if (student === '' || student === 'Points Possible' || isTestStudent(student, login)) continue;
    const person = {
      ...{ term, year, section: cell('section').replace(slash, '-'), student_name: student },
      student_id: cell('sisId') || login || cell('id'),
      student_email: emailShape.safeParse(login).success ? login : '',
    };
    for (const { name, scores } of quizzes) {
      const places = Object.entries(scores);
      if (places.every(([, place]) => cells[place]?.trim() === notAssigned)) continue;
      const values = {
        ...Object.fromEntries(templateColumns.map((column) => [column, ''])),
        ...person,
        quiz: name,
        points_possible: scores.original === undefined ? '' : (points[scores.original]?.trim() ?? ''),
        ...Object.fromEntries(places.map(([column, place]) => [column, scoreOf(cells[place])])),
      } as Record<GradeColumn, string>;
      markMissed(values);
      rows.push({ row, values, titles: titlesOf(header, scores) });
      await turn();
    }
    if (rows.length > largestTable.rows) return { rows: [], errors: [tooMany()], unknownColumns };
    await turn();
  }
  if (rows.length === 0 && errors.length === 0)
    errors.push(fileError('This gradebook has no student with a quiz.'));
  return { rows, errors, unknownColumns };
}

function tooMany(): RowError {
  const most = largestTable.rows.toLocaleString('en-US');
  return fileError(`A file can have at most ${most} rows and scores. Export one course at a time.`);
}

/** Where the columns about the student are. Searched once: a header may have a hundred thousand columns. */
function columnsOf(header: readonly string[]) {
  return {
    section: header.indexOf('Section'),
    sisId: header.indexOf('SIS User ID'),
    login: header.indexOf('SIS Login ID'),
    id: header.indexOf('ID'),
  };
}

/**
 * Columns with letter grades and no scores, which Canvas exports for an assignment with a GPA scale. A letter among
 * scores is a mistake. A row without a name is about the columns.
 */
async function findLetterColumns(
  rows: readonly (readonly string[])[],
  turn: () => Promise<void>,
): Promise<Set<number>> {
  const letters = new Set<number>();
  const others = new Set<number>();
  for (const cells of rows) {
    if (/^\s*(Points Possible\s*)?$/.test(cells[0] ?? '')) continue;
    for (const [place, cell] of cells.entries()) {
      const score = scoreOf(cell);
      if (/^[A-F][+−-]?$/.test(score)) letters.add(place);
      else if (score !== '' && score !== 'EX') others.add(place);
    }
    await turn();
  }
  return letters.difference(others);
}

/** `Quiz 3 - Retake 1`; matched from where its blanks and hyphens begin, since a title may have thousands of them. */
const retakeOf = /(?<![ -])[ -]+Retake ?(\d)$/i;

/** Columns that end in the number of an assignment; others are totals and notes. What has no points, such as attendance, is not a quiz. */
function quizzesOf(
  header: readonly string[],
  points: readonly string[],
  { section, letters }: ReturnType<typeof columnsOf> & { letters: ReadonlySet<number> },
): { quizzes: Quiz[]; unknownColumns: string[] } {
  const quizzes = new Map<string, Quiz>();
  const unknownColumns: string[] = [];
  for (const [place, title] of header.entries()) {
    if (place <= section) continue;
    const assignment = /^(.+) \(\d+\)$/.exec(title.trim())?.[1];
    const hasPoints = !/^0+([.,]0+)?$/.test(points[place]?.trim() ?? '');
    if (assignment === undefined || !hasPoints || letters.has(place)) {
      if (title.trim() !== '') unknownColumns.push(title.trim());
      continue;
    }
    const found = retakeOf.exec(assignment);
    const quiz = assignment.slice(0, found?.index);
    const retake = found?.[1];
    const column = retake === undefined ? 'original' : (`retake_${retake}` as GradeColumn);
    if (retake !== undefined && !(Number(retake) >= 1 && Number(retake) <= mostRetakes)) {
      unknownColumns.push(title.trim());
      continue;
    }
    const known = quizzes.get(quiz.toLowerCase()) ?? { name: quiz, scores: {} };
    if (known.scores[column] === undefined) known.scores[column] = place;
    else unknownColumns.push(title.trim());
    quizzes.set(quiz.toLowerCase(), known);
  }
  return { quizzes: [...quizzes.values()], unknownColumns };
}

/** Canvas writes a dash or nothing if there is no score. */
function scoreOf(cell = ''): string {
  const written = cell.trim();
  return written === '-' || written === notAssigned ? '' : written;
}

const retakes = templateColumns.filter((column) => column.startsWith('retake_'));

/** Its columns have names, so that an empty retake before a later one is one that was missed. */
function markMissed(values: Record<GradeColumn, string>): void {
  const last = retakes.findLastIndex((column) => values[column] !== '');
  for (const column of retakes.slice(0, Math.max(0, last))) values[column] ||= notTaken;
}

function titlesOf(header: readonly string[], scores: Quiz['scores']): Titles {
  const own = Object.entries(scores).map(([column, place]) => [column, header[place]?.trim() ?? '']);
  const quiz = header[scores.original ?? -1]?.trim() ?? '';
  const student = {
    student_name: header[0]?.trim() ?? '',
    student_id: 'SIS User ID',
    student_email: 'SIS Login ID',
  };
  return { ...student, section: 'Section', quiz, points_possible: quiz, ...Object.fromEntries(own) };
}
