import { withoutFormulaGuard } from '../../../platform/contract/formula.ts';
import type { RowError } from '../../../platform/contract/problem.ts';
import { takeTurns } from '../../../platform/server/concurrency/take-turns.ts';
import type { GradeColumn } from '../contract/columns.ts';
import type { GradeLine } from './read-canvas.ts';
import { readCells } from './read-cells.ts';
import type { StoredGrade } from './tables.ts';

export interface ReadSection {
  label: string;
  rows: StoredGrade[];
}

/** The content of a table of grades. Without errors, it has a term, a year, and at least one section. */
export interface ReadFile {
  term: string;
  year: number;
  sections: ReadSection[];
  errors: RowError[];
  /** Odd, but accepted. */
  warnings: RowError[];
}

/** A section is shown all at once: this is 500 students with 40 quizzes. */
const mostInSection = 20_000;

/** The same name, however it is written. */
export const fold = (name: string) => name.toLowerCase();

/** Reads a table of grades, one row for each student and quiz, and reports everything that is wrong with it. */
export async function readGradeRows(
  lines: readonly GradeLine[],
  terms: readonly string[],
): Promise<ReadFile> {
  const errors: RowError[] = [];
  const warnings: RowError[] = [];
  const found = createFinder();
  const turn = takeTurns();
  for (const line of lines) {
    const values = Object.fromEntries(
      Object.entries(line.values).map(([column, value]) => [column, withoutFormulaGuard(value).trim()]),
    ) as Record<GradeColumn, string>;
    const said = (column: GradeColumn, message: string): RowError => ({
      row: line.row,
      column: line.titles?.[column] ?? column,
      value: values[column].slice(0, 200),
      message,
    });
    const cells = readCells(values, terms);
    const wrong = [...cells.wrong, ...(cells.grade === null ? [] : found.clashes(line.row, cells))];
    errors.push(...wrong.map(({ column, message }) => said(column, message)));
    if (wrong.length === 0)
      warnings.push(...found.take(line.row, cells).map(({ column, message }) => said(column, message)));
    await turn();
  }
  return { ...found.file(), errors, warnings };
}

type Cells = ReturnType<typeof readCells>;
interface Said {
  column: GradeColumn;
  message: string;
}

/** Remembers what earlier rows said, so that later ones can be compared with it. */
function createFinder() {
  let first: { row: number; term: string; year: number } | null = null;
  const sections = new Map<string, ReadSection>();
  const quizzes = new Map<string, { row: number; name: string; points: number }>();
  const rows = new Map<string, number>();
  const names = new Map<string, { row: number; name: string }>();

  return {
    clashes(row: number, { term, year, section, grade }: Cells): Said[] {
      if (grade === null) return [];
      const wrong: Said[] = [];
      first ??= { row, term, year };
      if (sections.get(fold(section))?.rows.length === mostInSection)
        wrong.push({ column: 'section', message: 'A section can have at most 20,000 rows.' });
      if (first.term !== term)
        wrong.push({ column: 'term', message: `A file has one term. Row ${first.row} says ${first.term}.` });
      if (first.year !== year)
        wrong.push({ column: 'year', message: `A file has one year. Row ${first.row} says ${first.year}.` });
      const quiz = `${fold(section)}\n${fold(grade.quiz)}`;
      const known = quizzes.get(quiz);
      if (known !== undefined && known.points !== grade.points)
        wrong.push({
          column: 'points_possible',
          message: `A quiz has the same points for everyone. Row ${known.row} says ${known.points}.`,
        });
      const key = `${quiz}\n${fold(grade.studentId)}`;
      const before = rows.get(key);
      if (before !== undefined)
        wrong.push({ column: 'student_id', message: `This student and quiz are also in row ${before}.` });
      else rows.set(key, row);
      if (known === undefined) quizzes.set(quiz, { row, name: grade.quiz, points: grade.points });
      return wrong;
    },
    take(row: number, { section, grade }: Cells): Said[] {
      if (grade === null) return [];
      const quiz = quizzes.get(`${fold(section)}\n${fold(grade.quiz)}`)?.name ?? grade.quiz;
      const kept = sections.get(fold(section)) ?? { label: section, rows: [] };
      sections.set(fold(section), kept);
      kept.rows.push({ ...grade, quiz });
      const odd: Said[] = [];
      const named = names.get(fold(grade.studentId));
      if (named === undefined) names.set(fold(grade.studentId), { row, name: grade.student });
      else if (fold(named.name) !== fold(grade.student))
        odd.push({ column: 'student_name', message: `Row ${named.row} calls this student ${named.name}.` });
      const scores = [grade.original, ...grade.retakes];
      const above = scores.findIndex((score) => typeof score === 'number' && score > grade.points);
      if (above >= 0)
        odd.push({
          column: above === 0 ? 'original' : (`retake_${above}` as GradeColumn),
          message: `This is more than the ${grade.points} points possible.`,
        });
      return odd;
    },
    file: () => ({
      term: first?.term ?? '',
      year: first?.year ?? 0,
      sections: [...sections.values()],
    }),
  };
}
