import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { whileHeld } from '../../../platform/server/testing/other-transaction.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { gradesServer } from './index.ts';
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
const bestIn = (id: string, section: string) => readBest(faculty, id, section);

test('an upload saves nothing over what was saved or undone since its preview', async () => {
  const files = gradeTable({ original: '70' });
  const preview = async () => (await faculty.send(calls.previewGrades, { files })).body.data.version;
  const save = async (version: number) => {
    const { status, body } = await faculty.send(calls.uploadGrades, { files, body: { version } });
    return status === 201 ? 'saved' : (body as { reason?: string }).reason;
  };
  const ofNone = await preview();
  const { id } = await upload({ original: '80' });
  expect(await save(ofNone)).toBe('stale-version');
  expect(await bestIn(id, 'MAT-121-01')).toEqual([['Quiz 1', ['Ada', 80]]]);

  const ofFirst = await preview();
  expect(await save(ofFirst)).toBe('saved');
  const ofSecond = await preview();
  const [newest] = (await faculty.send(calls.listGradeUploads, { params: { id } })).body.data;
  await faculty.send(calls.undoGradeUpload, { params: { id, uploadId: newest?.id ?? '' } });
  for (const version of [ofFirst, ofSecond]) expect(await save(version)).toBe('stale-version');
  expect(await bestIn(id, 'MAT-121-01')).toEqual([['Quiz 1', ['Ada', 80]]]);
  // Of two tabs that show the same, one saves.
  const both = await preview();
  expect((await Promise.all([save(both), save(both)])).toSorted()).toEqual(['saved', 'stale-version']);
});

test('undoing an upload leaves another file as it is, and waits for no one who uploads that one', async () => {
  const other = await upload({ term: 'Spring' });
  const { id } = await upload({});
  const [newest] = (await faculty.send(calls.listGradeUploads, { params: { id } })).body.data;
  const params = { id, uploadId: newest?.id ?? '' };
  const undo = () => faculty.send(calls.undoGradeUpload, { params });
  const undone = await whileHeld(server.database, { table: 'grade_files', id: other.id }, undo);
  expect([undone.status, undone.body.data.id]).toEqual([200, id]);
  const { data } = (await faculty.send(calls.listGradeFiles, {})).body;
  expect(data.find((file) => file.id === other.id)).toMatchObject({ updated_at: other.updated_at });
});

test('two uploads at once leave each section once', async () => {
  const both = await Promise.all([upload({ original: '10' }), upload({ original: '20' })]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect([[['Quiz 1', ['Ada', 10]]], [['Quiz 1', ['Ada', 20]]]]).toContainEqual(
    await bestIn(both[0].id, 'MAT-121-01'),
  );
});

test('of two uploads at once, the one that was saved last is the newest, and undoing it brings back the other', async () => {
  await upload({ original: '10' });
  const { pool } = server.database;
  const holder = await pool.connect();
  const atEachUpload = (statement: string) =>
    pool.query(`create or replace function at_each_upload() returns trigger language plpgsql as $$
      begin ${statement} return null; end $$`);
  try {
    // The first one has started, and waits before it holds the file.
    await holder.query('begin; select pg_advisory_xact_lock(7)');
    await atEachUpload('perform pg_advisory_xact_lock(7);');
    await pool.query(
      'create trigger at_each_upload before insert on grade_files execute function at_each_upload()',
    );
    const first = faculty.send(calls.uploadGrades, { files: gradeTable({ original: '20' }) });
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1));
    await atEachUpload('');
    await upload({ original: '30' });
    await holder.query('rollback');
    const { id } = (await first).body.data;
    const best = async () => (await bestIn(id, 'MAT-121-01'))[0]?.[1];
    expect(await best()).toEqual(['Ada', 20]);
    for (const before of [30, 10]) {
      const { body } = await faculty.send(calls.listGradeUploads, { params: { id } });
      const uploadId = body.data.find(({ can }) => can.undo)?.id ?? '';
      expect((await faculty.send(calls.undoGradeUpload, { params: { id, uploadId } })).status).toBe(200);
      expect(await best()).toEqual(['Ada', before]);
    }
  } finally {
    holder.release();
    await pool.query('drop function if exists at_each_upload cascade');
  }
});
