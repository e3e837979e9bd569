import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../../platform/contract/problem.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { gradesServer } from './index.ts';

let server: TestServer;
let faculty: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [gradesServer] });
  faculty = await server.signIn('faculty');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from grade_files'));

/** As Canvas exports it, with a byte order mark, totals, and lines about the columns. */
const gradebook = (...students: string[]) =>
  [
    '\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Quiz 3 (811),Quiz 3 Retake 1 (812),Quiz 4 (813),Current Score,Notes',
    ',,,,,Manual Posting,,,,',
    '    Points Possible,,,,,100.00,100.00,20.00,(read only),',
    ...students,
  ].join('\r\n');
const sendGradebook = (content: string, body: Record<string, string> = { term: 'Fall', year: '2026' }) =>
  faculty.send(calls.uploadGrades, { body, files: { file: { fileName: 'gradebook.csv', content } } });

test('a Canvas gradebook without students is refused, and so is an invalid term or year', async () => {
  const empty = await sendGradebook(gradebook());
  expect(empty.body).toMatchObject({ fields: { file: 'This gradebook has no student with a quiz.' } });
  const ada = '"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,85,N/A,80.1,';
  const wrong = await sendGradebook(gradebook(ada), { term: 'Autum', year: '1' });
  expect(wrong.body).toMatchObject({
    fields: { term: 'Use Winter, Spring, Summer, or Fall.', year: 'Use a year from 2000 to 2100.' },
  });
  expect((await faculty.send(calls.listGradeFiles, {})).body.data).toEqual([]);
});

test('a table whose header starts like that of a Canvas gradebook, but has the term, is not a gradebook', async () => {
  const content =
    'Student_Name,Student_ID,Section,Term,Year,Quiz,Original\nAda,900001,MAT-121-01,Fall,2026,Quiz 1,50\n';
  const files = { file: { fileName: 'grades.csv', content } };
  const { status, body } = await faculty.send(calls.previewGrades, { body: {}, files });
  expect([status, body.data]).toMatchObject([200, { term: 'Fall', year: 2026, unknownColumns: [] }]);
});

test('an assignment of a Canvas gradebook without points is not used, and the others are', async () => {
  const content = gradebook('"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,85,1,80.1,');
  const files = { file: { fileName: 'gradebook.csv', content: content.replace('20.00', '0.00') } };
  const body = { term: 'Fall', year: '2026' };
  const { data } = (await faculty.send(calls.previewGrades, { body, files })).body;
  expect(data).toMatchObject({
    sections: [{ quizNames: ['Quiz 3'] }],
    unknownColumns: ['Quiz 4 (813)', 'Current Score', 'Notes'],
  });
});

test('an export of the Canvas gradebook is accepted with its quizzes and retakes; the term is asked for', async () => {
  const ada = '"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,85,N/A,80.1,';
  const bo = '"Bo, Li",72,,li.bo,MAT-121-01,EX,-,18.25,91,';
  const asked = await sendGradebook(gradebook(ada), {});
  expect([asked.status, Object.keys((asked.body as unknown as Problem).fields ?? {})]).toEqual([
    400,
    ['term', 'year'],
  ]);
  const sent = await sendGradebook(gradebook(ada, bo));
  expect(sent.body.data).toMatchObject({ term: 'Fall', year: 2026 });
  const { body } = await faculty.send(calls.readGrades, {
    params: { id: sent.body.data.id },
    query: { section: 'MAT-121-01' },
  });
  expect(body.data.quizzes).toMatchObject([
    {
      name: 'Quiz 3',
      rows: [
        { student: 'Bo, Li', studentId: 'li.bo', best: 'EX' },
        { student: 'Lovelace, Ada', studentId: '800999', original: 62.5, best: 85 },
      ],
    },
    { name: 'Quiz 4', pointsPossible: 20, rows: [{ student: 'Bo, Li', original: 18.25 }] },
  ]);
  const wrong = await sendGradebook(gradebook(ada.replace('62.5', 'ten')));
  expect((wrong.body as unknown as Problem).rows).toMatchObject([
    { row: 4, column: 'Quiz 3 (811)', value: 'ten', message: expect.stringContaining('not a score') },
  ]);
});

test("Canvas's test student, who is in every section, is left out", async () => {
  const ada = '"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,85,N/A,80.1,';
  const login = '3f0a9c1d5e7b2468ace013579bdf02468ace1357';
  const inAll = 'MAT-121-01 and MAT-121-02';
  const both = gradebook(ada, `"Student, Test",99,,${login},${inAll},5,,N/A,5,`);
  const sent = await sendGradebook(both);
  expect(sent.body.data.sections).toEqual([{ label: 'MAT-121-01', quizzes: 1, students: 1 }]);
  const named = await sendGradebook(both.replace(login, 'test.student'));
  expect(named.body.data.sections.map(({ label }) => label)).toEqual(['MAT-121-01', inAll]);
});

test('a Canvas login that only looks like an email address does not keep a gradebook from being accepted', async () => {
  const sent = await sendGradebook(
    gradebook('"Lovelace, Ada",71,800999,ada@campus,MAT-121-01,62.5,85,N/A,80.1,'),
  );
  expect([sent.status, sent.body.data?.sections]).toMatchObject([201, [{ label: 'MAT-121-01' }]]);
});

test('a student of a Canvas gradebook is in two sections with long names', async () => {
  const section = '2026FA-MAT-121-01 and 2026FA-MAT-121-01L (Lab)';
  const { body } = await sendGradebook(
    gradebook(`"Lovelace, Ada",71,800999,ada@college.edu,${section},62.5,85,N/A,80.1,`),
  );
  expect(body.data.sections).toMatchObject([{ label: section, students: 1 }]);
  const params = { id: body.data.id };
  expect((await faculty.send(calls.readGrades, { params, query: { section } })).status).toBe(200);
});

test('a Canvas gradebook with first and last names in separate columns is accepted', async () => {
  const split = [
    'LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Quiz 3 (811)',
    '    Points Possible,,,,,,50.00',
    'Lovelace,Ada,71,800999,ada@college.edu,MAT-121-01,62.5',
    'Plato,,72,800998,,MAT-121-01,40',
    'Student,Test,99,,3f0a9c1d5e7b2468ace013579bdf02468ace1357,MAT-121-01,5',
  ].join('\n');
  const sent = await sendGradebook(split);
  const { body } = await faculty.send(calls.readGrades, {
    params: { id: sent.body.data.id },
    query: { section: 'MAT-121-01' },
  });
  expect(body.data.quizzes).toMatchObject([
    {
      pointsPossible: 50,
      rows: [
        { student: 'Lovelace, Ada', studentId: '800999', original: 62.5 },
        { student: 'Plato', studentId: '800998', original: 40 },
      ],
    },
  ]);
});

test('a retake that a student in a Canvas gradebook missed before a later one stays missing, in the export, too', async () => {
  const content = [
    'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 3 (811),Quiz 3 Retake 1 (812),Quiz 3 Retake 2 (813)',
    '    Points Possible,,,,,100.00,100.00,100.00',
    '"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,,85',
    '"Plato, P",72,800998,,MAT-121-01,62.5,70,N/A',
  ].join('\n');
  const { id } = (await sendGradebook(content)).body.data;
  const { body } = await faculty.send(calls.readGrades, { params: { id }, query: { section: 'MAT-121-01' } });
  expect(body.data.quizzes[0]?.rows.map(({ retakes, best }) => [...retakes.slice(0, 2), best])).toEqual([
    [null, 85, 85],
    [70, null, 70],
  ]);
  const again = await faculty.fetch('GET', `/api/canvas/mat/grades/${id}/export`);
  expect(again.text).toContain('62.5,N/A,85,,,,85\r\n');
  expect(again.text).toContain('62.5,70,,,,,70\r\n');
  const files = { file: { fileName: 'again.csv', content: again.text } };
  const preview = await faculty.send(calls.previewGrades, { files });
  expect(preview.body.data).toMatchObject({ changesTotal: 0, sections: [{ added: 0 }] });
});

test("a Canvas section with slashes is read with hyphens, since the address of its page can't have slashes", async () => {
  const section = 'FA26 / MAT-121/01';
  const sent = await sendGradebook(
    gradebook(`"Lovelace, Ada",71,800999,ada@college.edu,${section},62.5,85,N/A,80.1,`),
  );
  expect([sent.status, sent.body.data?.sections]).toMatchObject([201, [{ label: 'FA26 - MAT-121-01' }]]);
});

test('an assignment of a Canvas gradebook with letter grades is not used, and the others are', async () => {
  const preview = async (...students: string[]) => {
    const files = { file: { fileName: 'gradebook.csv', content: gradebook(...students) } };
    return faculty.send(calls.previewGrades, { body: { term: 'Fall', year: '2026' }, files });
  };
  const ada = '"Lovelace, Ada",71,800999,ada@college.edu,MAT-121-01,62.5,85,A-,80.1,';
  const bo = '"Bo, Li",72,,li.bo,MAT-121-01,50,-,EX,91,';
  const { data } = (await preview(ada, bo)).body;
  expect(data).toMatchObject({
    sections: [{ quizNames: ['Quiz 3'] }],
    unknownColumns: ['Quiz 4 (813)', 'Current Score', 'Notes'],
  });
  // A letter among scores is a typo.
  const mixed = await preview(ada, bo.replace('EX', '12'));
  expect((mixed.body as unknown as Problem).rows).toMatchObject([{ row: 4, column: 'Quiz 4 (813)' }]);
});
