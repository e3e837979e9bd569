import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { grades } from '../tool.ts';
import { gradesServer } from './index.ts';
import { gradeTable } from './testing/grade-table.ts';

let server: TestServer;
/** Has one file, which no test changes. */
let faculty: TestClient;
let colleague: TestClient;
let third: TestClient;
let it: TestClient;
let id: string;
const section = 'MAT-121-01';

beforeAll(async () => {
  server = await createTestServer({ tools: [gradesServer] });
  [faculty, colleague, third, it] = (await Promise.all(
    ['faculty', 'approver', 'approver3', 'it'].map((name) => server.signIn(name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
  await server.signIn('student');
  const files = gradeTable(
    { student_email: 'student@sawtooth.example' },
    { student_id: '2', student_name: 'Bo' },
    { section: 'MAT-143-02', student_id: '3', student_name: 'Cy' },
  );
  id = (await faculty.send(calls.uploadGrades, { files })).body.data.id;
});
afterAll(() => server.stop());

test('K01: a file belongs to the session that uploads it, and no one uploads for another', async () => {
  const files = gradeTable({});
  const email = 'faculty@sawtooth.example';
  const student = await server.signIn('student');
  const refused = [
    await colleague.send(calls.uploadGrades, { body: { email }, files }),
    await it.send(calls.uploadGrades, { body: { email }, files }),
    await student.send(calls.uploadGrades, { files }),
    await student.send(calls.previewGrades, { files }),
    await colleague.send(calls.listGradeFiles, { query: { email } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  const own = await colleague.send(calls.uploadGrades, {
    body: { email: 'Approver@sawtooth.example ' },
    files,
  });
  expect(own.body.data).toMatchObject({ isOwn: true });
  expect(own.body.data.id).not.toBe(id);
  // The same section of a colleague is another one.
  const grades = await faculty.send(calls.readGrades, { params: { id }, query: { section } });
  expect(grades.body.data.quizzes[0]?.rows).toHaveLength(2);
});

test("K02: there is nothing to see in another teacher's file, nor in a section that it doesn't have", async () => {
  const next = id.slice(0, -1) + ((Number.parseInt(id.slice(-1), 16) + 1) % 16).toString(16);
  const read = (who: TestClient, file: string, label: string) =>
    who.fetch('GET', `/api/canvas/mat/grades/${file}?section=${label}`);
  const answers = [
    await read(colleague, id, section),
    await colleague.fetch('GET', `/api/canvas/mat/grades/${id}/uploads`),
    await colleague.fetch('GET', `/api/canvas/mat/grades/${id}/export`),
    await read(faculty, next, section),
    await read(faculty, id, 'MAT-143-03'),
    await read(faculty, id, '%25'),
    await read(faculty, id, 'MAT-121-0_'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  for (const { text } of answers) expect(text).not.toContain('Ada');
});

test("IT sees everyone's files, but can't undo any", async () => {
  const all = (await it.send(calls.listGradeFiles, {})).body.data;
  expect(all.find((file) => file.id === id)).toMatchObject({ isOwn: false, owner: expect.any(String) });
  const query = { email: 'faculty@sawtooth.example' };
  expect((await it.send(calls.listGradeFiles, { query })).body.data.map((file) => file.id)).toEqual([id]);
  const longest = { email: `${'a'.repeat(237)}@sawtooth.example` };
  expect((await it.send(calls.listGradeFiles, { query: longest })).body.data).toEqual([]);
  const [upload] = (await it.send(calls.listGradeUploads, { params: { id } })).body.data;
  expect(upload?.can).toEqual({ undo: false });
  const undo = await it.send(calls.undoGradeUpload, { params: { id, uploadId: upload?.id ?? '' } });
  expect(undo.body).toMatchObject({ reason: 'not-owner' });
});

test('the list comes in pages, and IT finds files by the name or the email of their owner', async () => {
  const owner = await server.signIn('approver2');
  await server.database.pool.query(`
    insert into grade_files (id, owner_id, term, year) select gen_random_uuid(), id, 'Fall', 1900 + number
    from people, generate_series(1, 40) number where email = 'approver2@sawtooth.example'`);
  const list = async (who: TestClient, query: Record<string, string | number>) =>
    (await who.send(calls.listGradeFiles, { query })).body;
  const first = await list(it, { page: 1 });
  expect(first.data).toHaveLength(10);
  expect(first.meta).toMatchObject({ page: 1, pageSize: 10 });
  const all = await list(it, {});
  expect(first.data).toEqual(all.data.slice(0, 10));
  expect((await list(it, { page: 2 })).data).toEqual(all.data.slice(10, 20));
  expect(all.data.map(({ year }) => year)).toEqual(
    all.data
      .map(({ year }) => year)
      .sort()
      .reverse(),
  );
  const own = await list(owner, { page: 1 });
  expect(own.meta.total).toBe(40);
  for (const search of ['APPROVER2@sawtooth', own.data[0]?.owner ?? ''])
    expect((await list(it, { page: 1, search })).meta.total).toBe(40);
  expect((await list(it, { page: 1, search: 'nobody' })).meta.total).toBe(0);
  expect((await list(colleague, { page: 1, search: 'approver2@' })).meta.total).toBe(0);
});

test('K04: each read of grades records who, whose, and when; no audit entry has a grade', async () => {
  const entries = async (action: string, subject: string | null = null) => {
    const { rows } = await server.database.pool.query(
      `select actor_name, about, after from audit_entries
       where action = $1 and subject_id = coalesce($2, subject_id) order by about`,
      [action, subject],
    );
    return rows;
  };
  const before = await entries('grades.read', id);
  await it.send(calls.readGrades, { params: { id }, query: { section } });
  const [{ id: student }] = (
    await server.database.pool.query(`select id from people where email = 'student@sawtooth.example'`)
  ).rows;
  const added = (await entries('grades.read', id)).filter(
    ({ actor_name }) => actor_name === 'Iris Thornwell',
  );
  expect(added).toEqual(
    [student, 'college-id:2']
      .toSorted()
      .map((about) => ({ actor_name: 'Iris Thornwell', about, after: { section } })),
  );
  expect(before.every(({ actor_name }) => actor_name !== 'Iris Thornwell')).toBe(true);
  await it.fetch('GET', `/api/canvas/mat/grades/${id}/export`);
  expect((await entries('grades.export', id)).map(({ about }) => about)).toEqual(
    [student, 'college-id:2', 'college-id:3'].toSorted(),
  );
  // A preview shows what is stored of the students whose grades would change, and of no one if none would.
  const own = { student_email: 'student@sawtooth.example' };
  await faculty.send(calls.previewGrades, {
    files: gradeTable(own, { student_id: '2', student_name: 'Bo' }),
  });
  await faculty.send(calls.previewGrades, { files: gradeTable({ term: 'Spring' }) });
  expect(await entries('grades.preview')).toEqual([]);
  const { body } = await faculty.send(calls.previewGrades, {
    files: gradeTable(own, { student_id: '4', student_name: 'Di' }),
  });
  expect(body.data.changes.map((change) => change.student)).toEqual(['Di', 'Bo']);
  expect((await entries('grades.preview')).map(({ about }) => about)).toEqual(['college-id:2']);
  await faculty.send(calls.previewGrades, { files: gradeTable({ ...own, original: '51' }) });
  expect((await entries('grades.preview')).map(({ about }) => about)).toEqual(
    [student, 'college-id:2', 'college-id:2'].toSorted(),
  );
  const { rows } = await server.database.pool.query(
    `select count(*)::int as found from audit_entries where concat(before, after) ~ 'original|retake|"50"|: 50'`,
  );
  expect(rows).toEqual([{ found: 0 }]);
});

test('grades of a student who first signs in after the upload are theirs', async () => {
  const { pool } = server.database;
  const files = gradeTable({ term: 'Summer', student_email: 'volunteer@sawtooth.example' });
  const { body } = await third.send(calls.uploadGrades, { files });
  await server.signIn('volunteer');
  await it.send(calls.readGrades, { params: { id: body.data.id }, query: { section } });
  const { rows } = await pool.query(
    `select p.email from audit_entries join people p on p.id::text = about
     where action = 'grades.read' and subject_id = $1`,
    [body.data.id],
  );
  expect(rows).toEqual([{ email: 'volunteer@sawtooth.example' }]);
});

test('grades for a reused address belong to the person who has it in the directory now', async () => {
  const { pool } = server.database;
  const email = 'nogroups@sawtooth.example';
  await server.signIn('nogroups');
  const addRecord = (key: string, active: boolean, personEmail: string | null) =>
    pool.query(
      `insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title,
         department, department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
       values ($1, $2, $3, (select id from people where email = $4), '', '', '', '', '', '', '', '', '', 'student', '{}',
         false, '', '')`,
      [key, email, active, personEmail],
    );
  const ownerIn = async (year: string) => {
    const { body } = await third.send(calls.uploadGrades, {
      files: gradeTable({ year, student_email: email }),
    });
    await it.send(calls.readGrades, { params: { id: body.data.id }, query: { section } });
    const { rows } = await pool.query(
      `select coalesce(p.email, about) as owner from audit_entries left join people p on p.id::text = about
       where action = 'grades.read' and subject_id = $1`,
      [body.data.id],
    );
    return rows;
  };
  await addRecord('S-left', false, email);
  expect(await ownerIn('2024')).toEqual([{ owner: email }]);
  await addRecord('S-new', true, null);
  expect(await ownerIn('2025')).toEqual([{ owner: 'directory:S-new' }]);
});

test('grades stay those of the student whose address it was at the upload', async () => {
  const { pool } = server.database;
  await server.signIn('ra');
  const files = gradeTable({ term: 'Spring', student_email: 'ra@sawtooth.example' });
  const { body } = await third.send(calls.uploadGrades, { files });
  await server.signIn('reslife');
  const idOf = async (email: string) =>
    (await pool.query<{ id: string }>('select id from people where email = $1', [email])).rows[0]?.id;
  const student = await idOf('ra@sawtooth.example');
  const rename = 'update people set email = $2 where id = $1';
  await pool.query(rename, [student, 'moved@sawtooth.example']);
  await pool.query(rename, [await idOf('reslife@sawtooth.example'), 'ra@sawtooth.example']);
  await it.send(calls.readGrades, { params: { id: body.data.id }, query: { section } });
  const { rows } = await pool.query(
    `select about from audit_entries where action = 'grades.read' and subject_id = $1`,
    [body.data.id],
  );
  expect(rows).toEqual([{ about: student }]);
});

test('someone with grades.see-all alone sees the files of everyone', async () => {
  const campus = copyCampus(Object.keys(grades.permissions));
  campus.grant('grades.see-all', 'sgrpVolunteers');
  const own = await createTestServer({ tools: [gradesServer], campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.stop();
    campus.remove();
  });
  const teacher = await own.signIn('faculty');
  const file = (await teacher.send(calls.uploadGrades, { files: gradeTable({}) })).body.data;
  const registrar = await own.signIn('volunteer');
  const { body } = await registrar.send(calls.listGradeFiles, { query: { page: 1 } });
  expect(body.data).toMatchObject([{ id: file.id, isOwn: false }]);
  expect(
    (await (await own.signIn('student')).send(calls.listGradeFiles, { query: { page: 1 } })).status,
  ).toBe(403);
});
