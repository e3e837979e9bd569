import { expect, test } from 'vitest';
import { watchTurns } from '../../../platform/server/testing/longest-turn.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { gradesServer } from './index.ts';
import { gradeTable } from './testing/grade-table.ts';

test('exports of many grades are made one after another, and hold up no one else', async () => {
  const server = await startTestServer({
    tools: [gradesServer],
    limits: { tables: { held: 1e6, wait: 0 } },
  });
  const faculty = await server.signIn('faculty');
  const { id } = (await faculty.send(calls.uploadGrades, { files: gradeTable({}) })).body.data;
  // A student with 20,000 quizzes: many scores, in the shape that takes the longest.
  await server.database.pool.query(`
    update grade_sections set quizzes = 20000, rows = (
      select jsonb_agg(rows->0 || jsonb_build_object('quiz', 'Quiz ' || number)) from generate_series(1, 20000) number)`);
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
