import { expect, test } from 'vitest';
import { watchTurns } from '../../../platform/server/testing/longest-turn.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { gradesServer } from './index.ts';
import { gradeTable } from './testing/grade-table.ts';

/** A server with a grade file of one student with 20,000 quizzes: many scores, in the shape that takes the longest. */
async function startWithMany(tables: { held: number; wait: number }) {
  const server = await startTestServer({ tools: [gradesServer], limits: { tables } });
  const faculty = await server.signIn('faculty');
  const { id } = (await faculty.send(calls.uploadGrades, { files: gradeTable({}) })).body.data;
  await server.database.pool.query(`
    update grade_sections set quizzes = 20000, rows = (
      select jsonb_agg(rows->0 || jsonb_build_object('quiz', 'Quiz ' || number)) from generate_series(1, 20000) number)`);
  return { faculty, id, pool: server.database.pool };
}

test('exports of many grades are made one at a time, and hold up no one else', {
  tags: 'long',
}, async () => {
  const { faculty, id } = await startWithMany({ held: 1e6, wait: 0 });
  const turns = watchTurns();
  const request = { params: { id }, query: { format: 'canvas' } } as const;
  const answers = await Promise.all([1, 2, 3].map(() => faculty.send(calls.exportGrades, request)));
  const longest = turns.longest();
  turns.stop();
  // On a busy machine the third may come when the first is done.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(answers.find(({ status }) => status === 200)?.text.split('\r\n')[2]).toContain(
    'Ada,,1,,MAT-121-01,50,',
  );
  expect(longest).toBeLessThan(1_000);
});

test('a small upload waits its turn if it replaces many grades, and loads none from other sections', async () => {
  const { faculty } = await startWithMany({ held: 1e6, wait: 0 });
  const preview = (section: string) =>
    Promise.all([1, 2, 3].map(() => faculty.send(calls.previewGrades, { files: gradeTable({ section }) })));
  const [others, same] = [await preview('MAT-143-02'), await preview('MAT-121-01')];
  for (const { status, body } of others)
    expect([status, body.data]).toMatchObject([200, { untouched: ['MAT-121-01'], changesTotal: 0 }]);
  expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(same.find(({ status }) => status === 200)?.body.data).toMatchObject({
    untouched: [],
    sections: [{ isNew: false, added: 0, removed: 19_999 }],
  });
});

test('a large upload has its turn already', { tags: 'long' }, async () => {
  const { faculty } = await startWithMany({ held: 1e8, wait: 500 });
  const rows = Array.from({ length: 20_000 }, (_one, at) => ({
    quiz: `Quiz ${at + 1}`,
    student_name: 'A name of some length',
  }));
  const files = gradeTable(...rows);
  expect(files.file.content.length).toBeGreaterThan(1024 * 1024);
  const { status, body } = await faculty.send(calls.previewGrades, { files });
  expect([status, body.data]).toMatchObject([200, { sections: [{ added: 0, changed: 20_000 }] }]);
  const more = gradeTable(...rows, { quiz: 'Quiz 20001' }, { section: 'MAT-143-02' });
  expect((await faculty.send(calls.uploadGrades, { files: more })).body).toMatchObject({
    rowsTotal: 1,
    rows: [{ row: 20_002, column: 'section', message: 'A section can have at most 20,000 rows.' }],
  });
});

test.each([
  ['a hundred thousand columns', `Student,ID${','.repeat(100_000)}Section`],
  ['a title of blanks and hyphens', `Student,ID,Section,Quiz${' -'.repeat(40_000)} (811)`],
])('a Canvas gradebook with %s holds up no one', async (_what, header) => {
  const server = await startTestServer({ tools: [gradesServer] });
  const faculty = await server.signIn('faculty');
  const files = { file: { fileName: 'grades.csv', content: `${header}\nAda,1,MAT-121-01,50\n` } };
  const turns = watchTurns();
  const { status } = await faculty.send(calls.previewGrades, { files, body: { term: 'Fall', year: '2026' } });
  const longest = turns.longest();
  turns.stop();
  expect([status, longest < 1_000 || longest]).toEqual([400, true]);
});

test('an export for Canvas that would be a table of millions of cells is refused, and holds up no one', async () => {
  const { faculty, id, pool } = await startWithMany({ held: 1e6, wait: 1_000 });
  await pool.query(`
    update grade_sections set students = 2000, quizzes = 2000, rows = (
      select jsonb_agg(rows->0 || jsonb_build_object('quiz', 'Quiz ' || number, 'studentId', number::text))
      from generate_series(1, 2000) number)`);
  const request = { params: { id }, query: { format: 'canvas' } } as const;
  const { status, body } = await faculty.send(calls.exportGrades, request);
  expect([status, body]).toMatchObject([409, { reason: 'too-wide' }]);
  expect((await faculty.send(calls.exportGrades, { params: { id } })).status).toBe(200);
});

test('the largest file is compared and exported for Canvas without holding up anyone', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const server = await startTestServer({ tools: [gradesServer] });
  const faculty = await server.signIn('faculty');
  const rows = Array.from({ length: 100_000 }, (_one, at) => ({
    section: `MAT-${at % 5}`,
    student_name: `Student ${at}`,
    student_id: String(at),
  }));
  const files = gradeTable(...rows);
  const { id } = (await faculty.send(calls.uploadGrades, { files })).body.data;
  const turns = watchTurns();
  const preview = await faculty.send(calls.previewGrades, { files });
  const longestOfPreview = turns.longest();
  const request = { params: { id }, query: { format: 'canvas' } } as const;
  const exported = await faculty.send(calls.exportGrades, request);
  const longestOfExport = turns.longest();
  turns.stop();
  expect([preview.body.data.changesTotal, exported.status]).toEqual([0, 200]);
  expect(longestOfPreview).toBeLessThan(600);
  expect(longestOfExport).toBeLessThan(250);
});
