import { type GradeColumn, mostRetakes } from '../contract/columns.ts';
import type { GradeChange, Score } from '../contract.ts';
import { fold, type ReadSection } from './read-grades.ts';
import type { StoredGrade } from './tables.ts';

export interface SectionDifference {
  added: number;
  changed: number;
  removed: number;
  changes: Difference[];
}

interface Difference {
  shown: GradeChange;
  /** The stored row that it shows; `null` for a new one. */
  stored: StoredGrade | null;
}

const keyOf = ({ quiz, studentId }: StoredGrade) => `${fold(quiz)}\n${fold(studentId)}`;

/** What an upload of a section changes in what is stored. A section that is new only adds rows, and lists none of them. */
export function compareSection(before: readonly StoredGrade[], after: ReadSection): SectionDifference {
  const left = new Map(before.map((row) => [keyOf(row), row]));
  const section = after.label;
  const changes: Difference[] = [];
  let added = 0;
  let changed = 0;
  for (const row of after.rows) {
    const old = left.get(keyOf(row));
    left.delete(keyOf(row));
    const named = { section, quiz: row.quiz, student: row.student };
    if (old === undefined) {
      added += 1;
      const shown = { ...named, column: '', before: '', after: sayScores(row) };
      if (before.length > 0) changes.push({ shown, stored: null });
      continue;
    }
    const cells = differences(old, row);
    if (cells.length > 0) changed += 1;
    changes.push(...cells.map((cell) => ({ shown: { ...named, ...cell }, stored: old })));
  }
  for (const row of left.values()) {
    const named = { section, quiz: row.quiz, student: row.student };
    changes.push({ shown: { ...named, column: '', before: sayScores(row), after: '' }, stored: row });
  }
  return { added, changed, removed: left.size, changes };
}

function differences(before: StoredGrade, after: StoredGrade) {
  const one = cellsOf(before);
  const other = cellsOf(after);
  return (Object.keys(one) as GradeColumn[]).flatMap((column) => {
    const [was = '', is = ''] = [one[column], other[column]];
    return was === is ? [] : [{ column, before: was, after: is }];
  });
}

function cellsOf({ student, email, points, original, retakes }: StoredGrade) {
  const scores = Array.from({ length: mostRetakes }, (_one, at) => [
    `retake_${at + 1}`,
    sayScore(retakes[at] ?? null),
  ]);
  return {
    student_name: student,
    student_email: email,
    points_possible: String(points),
    original: sayScore(original),
    ...Object.fromEntries(scores),
  } as Partial<Record<GradeColumn, string>>;
}

function sayScore(score: Score): string {
  return score === null ? '' : String(score);
}

function sayScores({ original, retakes }: StoredGrade): string {
  return [original, ...retakes].map((score) => sayScore(score) || '–').join(', ');
}
