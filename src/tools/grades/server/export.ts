import type { CallInput } from '../../../platform/contract/call.ts';
import { csvMark } from '../../../platform/contract/csv-text.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { takeTurns } from '../../../platform/server/concurrency/take-turns.ts';
import { type CsvValue, csvLine } from '../../../platform/server/csv/write-csv.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { mostRetakes, templateColumns } from '../contract/columns.ts';
import { exportGrades } from '../contract.ts';
import { tellWhose } from './disclose.ts';
import { bestOf, quizzesOf } from './present.ts';
import { findSection, type ListedFile, selectSections } from './queries.ts';
import { notTaken } from './read-cells.ts';
import { fold } from './read-grades.ts';
import { demandFile, sectionsOf, withGrades } from './readings.ts';
import { unknown } from './rules.ts';
import type { GradeSectionRow, StoredGrade } from './tables.ts';

export async function handleExport(
  context: CallContext<PersonActor>,
  { params: { id }, query: { section, format } }: CallInput<typeof exportGrades>,
): Promise<Download> {
  const file = await demandFile(context, id);
  return withGrades(context, sectionsOf(file, section), () => exportFile(context, file, { section, format }));
}

async function exportFile(
  context: CallContext<PersonActor>,
  file: ListedFile,
  { section, format }: CallInput<typeof exportGrades>['query'],
): Promise<Download> {
  const { id } = file;
  const one = section === undefined ? undefined : await findSection(context.reader, id, fold(section));
  if (section !== undefined && one === undefined) throw unknown();
  const sections = one === undefined ? await selectSections(context.reader, id) : [one];
  await tellWhose(
    context,
    sections.flatMap(({ rows }) => rows),
  );
  const lines = format === 'canvas' ? canvasLines(sections) : plainLines(file, sections);
  // Canvas gets the file as it exports one itself, without a byte order mark.
  const mark = format === 'canvas' ? '' : csvMark;
  const words = ['grades', file.term, String(file.year), one?.label ?? '', format === 'canvas' ? format : ''];
  return {
    fileName: `${slug(words)}.csv`,
    // No cell is a time, so the zone doesn't matter.
    body: mark + (await written(lines)),
  };
}

async function written(lines: Iterable<CsvValue[]>): Promise<string> {
  const texts: string[] = [];
  const turn = takeTurns();
  for (const line of lines) {
    texts.push(csvLine(line, 'UTC'));
    await turn();
  }
  return texts.join('');
}

/** The columns of the template, so that the file can be uploaded again, and the best score. */
function* plainLines(file: ListedFile, sections: readonly GradeSectionRow[]): Generator<CsvValue[]> {
  yield [...templateColumns, 'best'];
  for (const { label, rows } of sections)
    for (const row of rows)
      yield [
        file.term,
        file.year,
        label,
        row.quiz,
        row.student,
        row.studentId,
        row.email,
        row.points,
        row.original,
        ...Array.from(
          { length: mostRetakes },
          (_one, at) => row.retakes[at] ?? (at < row.retakes.length ? notTaken : null),
        ),
        bestOf(row),
      ];
}

/** Fifty times what a large course has. */
const mostCells = 1_000_000;

/**
 * One line for each student and section, as the Canvas gradebook imports it (instructure/canvas-lms,
 * lib/gradebook_importer.rb): it finds a student by SIS User ID, SIS Login ID, and name, in this order.
 */
function* canvasLines(sections: readonly GradeSectionRow[]): Generator<CsvValue[]> {
  const quizzes = quizzesOf(sections.flatMap(({ rows }) => rows));
  const lines = sections.flatMap(({ label, rows }) =>
    [...Map.groupBy(rows, ({ studentId }) => fold(studentId)).values()].map((grades) => ({ label, grades })),
  );
  // A cell for each of them, even for quizzes that a student does not have.
  if (lines.length * quizzes.length > mostCells) throw refusalOf(exportGrades, 'too-wide');
  yield ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', ...quizzes.map(({ name }) => name)];
  yield ['    Points Possible', '', '', '', '', ...quizzes.map(({ pointsPossible }) => pointsPossible)];
  const names = quizzes.map(({ name }) => name);
  for (const { label, grades } of lines) yield canvasLine(label, grades, names);
}

function canvasLine(label: string, grades: readonly StoredGrade[], quizzes: readonly string[]): CsvValue[] {
  const [first] = grades;
  const byQuiz = new Map(grades.map((grade) => [grade.quiz, grade]));
  const best = (quiz: string) => {
    const grade = byQuiz.get(quiz);
    const score = grade === undefined ? null : bestOf(grade);
    return score === null ? '' : score;
  };
  return [first?.student ?? '', '', first?.studentId ?? '', first?.email ?? '', label, ...quizzes.map(best)];
}

/** ASCII letters and digits, so that every system can save it. */
function slug(words: readonly string[]): string {
  return words
    .map((word) =>
      word
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((word) => word !== '')
    .join('-');
}
