import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { demoFile } from './demo-grades.ts';
import { gradesServer } from './index.ts';
import { createRetention } from './retention.ts';
import { type Cells, gradeTable } from './testing/grade-table.ts';
import { readBest, uploadAs } from './testing/upload-as.ts';

let server: TestServer;
let faculty: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [gradesServer] });
  faculty = await server.signIn('faculty');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from grade_files; delete from throttle_counters'));

const upload = (...rows: Cells[]) => uploadAs(faculty, ...rows);
/** Deletes what is older than five years. */
const clean = (services: Pick<TestServer['quad']['platform'], 'change'>) =>
  createRetention({ ...server.quad.platform, ...services }, 5).run(
    {},
    { log: server.quad.platform.log, signal: new AbortController().signal },
  );
const bestIn = (id: string, section: string) => readBest(faculty, id, section);

test('best is the highest of all scores, quizzes and students are in their natural order', async () => {
  const { id } = await upload(
    { quiz: 'Quiz 10', original: '61.5', retake_1: '88', retake_2: '70,25' },
    { quiz: 'Quiz 2', student_name: 'Zoe', student_id: '2', original: 'ex' },
    { quiz: 'Quiz 2', original: '', retake_1: '0' },
    { quiz: 'quiz 2', student_name: '"=Bo"', student_id: '3', original: '' },
  );
  expect(await bestIn(id, 'mat-121-01')).toEqual([
    ['Quiz 2', ['=Bo', null], ['Ada', 0], ['Zoe', 'EX']],
    ['Quiz 10', ['Ada', 88]],
  ]);
});

test('the newest term comes first, whichever file was uploaded last, on every page', async () => {
  for (const [term, year] of [
    ['Spring', '2026'],
    ['Fall', '2026'],
    ['Winter', '2027'],
    ['Fall', '2025'],
    ['Winter', '2026'],
  ] as const)
    await upload({ term, year });
  const list = async (page: number, pageSize: number) => {
    const { body } = await faculty.send(calls.listGradeFiles, { query: { page, pageSize } });
    return body.data.map(({ term, year }) => `${term} ${year}`);
  };
  const ordered = ['Winter 2027', 'Fall 2026', 'Spring 2026', 'Winter 2026', 'Fall 2025'];
  expect(await list(1, 10)).toEqual(ordered);
  expect([...(await list(1, 2)), ...(await list(2, 2)), ...(await list(3, 2))]).toEqual(ordered);
});

test('an upload replaces its sections, leaves the others, and keeps id and history; undoing brings them back', async () => {
  const first = await upload({}, { section: 'MAT-143-02' });
  const second = await upload({ original: '90' }, { section: 'MAT-170-01' });
  expect(second).toMatchObject({ id: first.id, created_at: first.created_at });
  expect(second.sections.map(({ label }) => label)).toEqual(['MAT-121-01', 'MAT-143-02', 'MAT-170-01']);
  expect(await bestIn(first.id, 'MAT-121-01')).toEqual([['Quiz 1', ['Ada', 90]]]);
  const exported = await faculty.fetch('GET', `/api/canvas/mat/grades/${first.id}/export`);
  expect(exported.text.split('\r\n').filter((line) => line.includes('MAT-121-01'))).toHaveLength(1);

  const params = { id: first.id };
  const history = (await faculty.send(calls.listGradeUploads, { params })).body.data;
  expect(history).toMatchObject([
    { sections: ['MAT-121-01', 'MAT-170-01'], added: 1, changed: 1, removed: 0, can: { undo: true } },
    { sections: ['MAT-121-01', 'MAT-143-02'], added: 2, can: { undo: false } },
  ]);
  const undo = (at: number) =>
    faculty.send(calls.undoGradeUpload, { params: { ...params, uploadId: history[at]?.id ?? '' } });
  expect((await undo(1)).body).toMatchObject({ reason: 'not-newest' });
  const undone = await undo(0);
  expect(undone.body.data.sections.map(({ label }) => label)).toEqual(['MAT-121-01', 'MAT-143-02']);
  expect(await bestIn(first.id, 'MAT-121-01')).toEqual([['Quiz 1', ['Ada', 50]]]);

  await server.database.pool.query(`update grade_uploads set at = at - interval '31 days'`);
  expect((await undo(1)).body).toMatchObject({ reason: 'too-old' });
});

test('a preview says what an upload would change, and changes nothing', async () => {
  const { id } = await upload({}, { student_id: '2', student_name: 'Bo' }, { section: 'MAT-143-02' });
  const files = gradeTable(
    { retake_1: '95' },
    { student_id: '3', student_name: 'Cy', original: '120' },
    { section: 'MAT-170-01' },
  );
  const { body } = await faculty.send(calls.previewGrades, { files });
  expect(body.data).toMatchObject({
    term: 'Fall',
    year: 2026,
    isNew: false,
    sections: [
      {
        label: 'MAT-121-01',
        isNew: false,
        quizNames: ['Quiz 1'],
        students: 2,
        added: 1,
        changed: 1,
        removed: 1,
      },
      { label: 'MAT-170-01', isNew: true, added: 1 },
    ],
    untouched: ['MAT-143-02'],
    warnings: [{ row: 3, column: 'original', value: '120' }],
    changes: [
      { student: 'Ada', column: 'retake_1', before: '', after: '95' },
      { student: 'Cy', column: '', before: '', after: '120' },
      { student: 'Bo', column: '', before: '50', after: '' },
    ],
    changesTotal: 3,
  });
  expect(await bestIn(id, 'MAT-121-01')).toEqual([['Quiz 1', ['Ada', 50], ['Bo', 50]]]);
});

test.each([
  [{ original: 'abc' }, 'original', /not a score/],
  [{ original: '-1' }, 'original', /not a score/],
  [{ original: '1e2' }, 'original', /not a score/],
  [{ original: '150.01' }, 'original', /from 0 to 150/],
  [{ original: '16', points_possible: '10' }, 'original', /from 0 to 15/],
  [{ points_possible: '0' }, 'points_possible', /more than 0/],
  [{ retake_1: '70', retake_3: '80' }, 'retake_2', /in order/],
  [{ term: 'Autumn' }, 'term', /Winter, Spring, Summer, or Fall/],
  [{ year: '26' }, 'year', /2000 to 2100/],
  [{ section: 'MAT/121' }, 'section', /without a slash/],
  [{ section: '..' }, 'section', /without a slash/],
  [{ section: 'x'.repeat(121) }, 'section', /120/],
  [{ student_name: '' }, 'student_name', /the student's name/],
  [{ student_email: 'ada' }, 'student_email', /email/],
  [{ student_id: '7', quiz: 'QUIZ 1' }, 'student_id', /also in row 3/],
  [{ student_id: '8', original: '16', points_possible: '20' }, 'points_possible', /same points/],
  [{ student_id: '8', term: 'spring' }, 'term', /one term/],
  [{ student_id: '8', year: '2025' }, 'year', /one year/],
])(
  '%j is refused with its row and column, and nothing of the file is saved',
  async (row, column, message) => {
    const files = gradeTable({}, { student_id: '7' }, row);
    for (const call of [calls.uploadGrades, calls.previewGrades] as const) {
      const { status, body } = await faculty.send(call, { files });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          rows: [expect.objectContaining({ row: 4, column, message: expect.stringMatching(message) })],
        }),
      ]);
    }
    expect((await faculty.send(calls.listGradeFiles, {})).body.data).toEqual([]);
  },
);

test('columns that are not read are named, and a file from Excel for Windows is read', async () => {
  const { content } = gradeTable({ student_name: 'Zoë' }).file;
  const lines = content
    .split('\n')
    .map((line, at) => `${line};${at === 0 ? 'retake_6' : ''}`.replaceAll(',', ';'));
  const bytes = new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1'));
  const files = { file: { fileName: 'grades.csv', content: bytes } };
  expect((await faculty.send(calls.previewGrades, { files })).body.data.unknownColumns).toEqual(['retake_6']);
  const { id } = (await faculty.send(calls.uploadGrades, { files })).body.data;
  expect(await bestIn(id, 'MAT-121-01')).toEqual([['Quiz 1', ['Zoë', 50]]]);
});

test('the good file of the demo is accepted; the bad one names each of its mistakes', async () => {
  const send = (content: string) =>
    faculty.send(calls.uploadGrades, { files: { file: { fileName: 'grades.csv', content } } });
  expect((await send(demoFile('bad'))).body).toMatchObject({ rowsTotal: 8, reason: 'bad-rows' });
  const { body } = await send(demoFile('good'));
  expect(body.data.sections).toEqual([
    { label: 'MAT-121-01', quizzes: 4, students: 12 },
    { label: 'MAT-121-02', quizzes: 4, students: 12 },
  ]);
});

test('exports: the scores in a form that can be uploaded again, and the best ones for the Canvas gradebook', async () => {
  const { id } = await upload(
    { student_email: 'ada@sawtooth.example', retake_1: '95' },
    { quiz: 'Quiz 2', points_possible: '20', original: 'EX' },
    { section: 'MAT-143-02', student_name: '"=1+1"', student_id: '2' },
  );
  const get = async (query: string) => {
    const answer = await faculty.fetch('GET', `/api/canvas/mat/grades/${id}/export${query}`);
    return { lines: answer.text.split('\r\n').slice(0, -1), name: answer.headers['content-disposition'] };
  };
  const plain = await get('');
  expect(plain.name).toBe('attachment; filename="grades-fall-2026.csv"');
  expect(plain.lines.slice(1)).toEqual([
    'Fall,2026,MAT-121-01,Quiz 1,Ada,1,ada@sawtooth.example,100,50,95,,,,,95',
    'Fall,2026,MAT-121-01,Quiz 2,Ada,1,,20,EX,,,,,,EX',
    "Fall,2026,MAT-143-02,Quiz 1,'=1+1,2,,100,50,,,,,,50",
  ]);
  const canvas = await get('?section=MAT-121-01&format=canvas');
  expect(canvas).toEqual({
    name: 'attachment; filename="grades-fall-2026-mat-121-01-canvas.csv"',
    lines: [
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1,Quiz 2',
      '"    Points Possible",,,,,100,20',
      'Ada,,1,ada@sawtooth.example,MAT-121-01,95,EX',
    ],
  });
  const again = { file: { fileName: 'again.csv', content: plain.lines.join('\r\n') } };
  expect((await faculty.send(calls.previewGrades, { files: again })).body.data).toMatchObject({
    changesTotal: 0,
    sections: [{ changed: 0 }, { changed: 0 }],
  });
});

test('a file is deleted with its history when it is as old as the college keeps it', async () => {
  const old = [await upload({}), await upload({ term: 'Winter' })].map(({ id }) => id);
  const kept = await upload({ term: 'Spring' });
  await server.database.pool.query(
    `update grade_files set updated_at = now() - interval '5 years 1 day' where term <> 'Spring'`,
  );
  const said = await clean(server.quad.platform);
  expect(said).toBe('2 grade files were deleted.');
  const { rows: entries } = await server.database.pool.query(
    `select from audit_entries where action = 'grade-file.remove' and subject_id = any($1)`,
    [old],
  );
  expect(entries).toHaveLength(2);
  const { body } = await faculty.send(calls.listGradeFiles, {});
  expect(body.data.map(({ id }) => id)).toEqual([kept.id]);
  const left = await server.database.pool.query('select distinct file_id from grade_sections');
  expect(left.rows).toEqual([{ file_id: kept.id }]);
});

test('a file that is uploaded again while old ones are being deleted stays, and no entry says otherwise', async () => {
  const { id } = await upload({});
  await server.database.pool.query(`update grade_files set updated_at = now() - interval '6 years'`);
  const change = overtake(server.quad.platform.change, () => upload({ original: '1' }));
  const said = await clean({ change });
  expect(said).toBe('0 grade files were deleted.');
  const { rows } = await server.database.pool.query(
    `select from audit_entries where action = 'grade-file.remove' and subject_id = $1`,
    [id],
  );
  expect(rows).toEqual([]);
});

test('no one can fill the database with uploads; a preview is always possible', async () => {
  await upload({});
  await server.database.pool.query(
    `update throttle_counters set count = 300 where key like 'grades upload:%'`,
  );
  const files = gradeTable({ original: '90' });
  const { status, headers, body } = await faculty.send(calls.uploadGrades, { files });
  expect([status, Number(headers['retry-after']) > 0, body]).toMatchObject([
    429,
    true,
    { reason: 'too-many-uploads' },
  ]);
  expect((await faculty.send(calls.previewGrades, { files })).status).toBe(200);
});
