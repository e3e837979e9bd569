import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import { mostRetakes } from '../contract/columns.ts';
import type { GradeFile, GradeRow, GradeUpload, Quiz, Score } from '../contract.ts';
import type { ListedFile, ListedUpload } from './queries.ts';
import { fold } from './read-grades.ts';
import { isOwner } from './rules.ts';
import type { StoredGrade } from './tables.ts';

/** Quiz 2 before Quiz 10. */
const names = new Intl.Collator('en-US', { numeric: true });

export function presentFile(viewer: PersonActor, row: ListedFile): GradeFile {
  const { id, owner_id, term, year, created_at, updated_at, owner_name, sections, ...rest } = row;
  rest satisfies NothingLeft;
  return {
    id,
    term,
    year,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    owner: owner_name,
    isOwn: isOwner(viewer, { owner_id }),
    sections: sections.toSorted((one, other) => names.compare(one.label, other.label)),
  };
}

/** The highest of all scores; if none of them is a number, `EX` if the student was excused. */
export function bestOf({ original, retakes }: Pick<StoredGrade, 'original' | 'retakes'>): Score {
  const scores = [original, ...retakes];
  const numbers = scores.filter((score) => typeof score === 'number');
  if (numbers.length > 0) return Math.max(...numbers);
  return scores.includes('EX') ? 'EX' : null;
}

/** The quizzes of some rows, in the order of their names. */
export function quizzesOf(rows: readonly StoredGrade[]): Omit<Quiz, 'rows'>[] {
  const quizzes = new Map<string, number>();
  for (const { quiz, points } of rows) if (!quizzes.has(quiz)) quizzes.set(quiz, points);
  return [...quizzes]
    .map(([name, pointsPossible]) => ({ name, pointsPossible }))
    .toSorted((one, other) => names.compare(one.name, other.name));
}

/** Quizzes in the order of their names, and their students by name. */
export function presentQuizzes(rows: readonly StoredGrade[]): Quiz[] {
  const quizzes = new Map<string, Quiz>();
  for (const row of rows) {
    const quiz = quizzes.get(row.quiz) ?? { name: row.quiz, pointsPossible: row.points, rows: [] };
    quizzes.set(row.quiz, quiz);
    quiz.rows.push(presentRow(row));
  }
  const byName = (one: GradeRow, other: GradeRow) =>
    names.compare(one.student, other.student) || names.compare(one.studentId, other.studentId);
  return [...quizzes.values()]
    .map((quiz) => ({ ...quiz, rows: quiz.rows.toSorted(byName) }))
    .toSorted((one, other) => names.compare(one.name, other.name));
}

function presentRow(row: StoredGrade): GradeRow {
  const { student, studentId, original, retakes } = row;
  const all = Array.from({ length: mostRetakes }, (_one, at) => retakes[at] ?? null);
  return { student, studentId, original, retakes: all, best: bestOf(row) };
}

export function presentUpload(row: ListedUpload, canUndo: boolean): GradeUpload {
  const { id, at, by_name, sections, added, changed, removed, undone_at, ...rest } = row;
  rest satisfies NothingLeft;
  return {
    id,
    at: at.toISOString(),
    by: by_name,
    sections,
    added,
    changed,
    removed,
    undoneAt: isoOrNull(undone_at),
    can: { undo: canUndo },
  };
}

/** How many quizzes and students a section has, for lists. */
export function countSection(rows: readonly StoredGrade[]): { quizzes: number; students: number } {
  return {
    quizzes: new Set(rows.map(({ quiz }) => fold(quiz))).size,
    students: new Set(rows.map(({ studentId }) => fold(studentId))).size,
  };
}
