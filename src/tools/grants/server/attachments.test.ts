import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAttachments, downloadGrantFile, readApplication, removeAttachment } from '../contract.ts';
import { apply, createTestCommittee, move, type TestCommittee } from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

test('the applicant adds files, the committee reads them, and no one else does', async () => {
  const { faculty, voters, server } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  const file = { fileName: 'Invitation 2027.txt', content: 'You are invited.', contentType: 'text/plain' };
  const add = (client: typeof faculty) =>
    client.send(addAttachments, { params, body: {}, files: { attachments: file } });
  const added = await add(faculty);
  expect(added.status).toBe(201);
  const [attachment] = added.body.data.attachments;
  expect(attachment).toMatchObject({ fileName: 'Invitation 2027.txt', bytes: 16 });
  const found = { id: attachment?.id ?? '' };
  for (const client of [faculty, voters[0], await server.signIn('fgd')]) {
    const got = await client.send(downloadGrantFile, { params: found });
    expect([got.status, got.text]).toEqual([200, 'You are invited.']);
    expect(got.headers['content-disposition']).toMatch(/^attachment/);
  }
  const staff = await server.signIn('staff');
  expect((await staff.send(downloadGrantFile, { params: found })).status).toBe(404);
  expect([(await add(staff)).status, (await add(voters[0])).status]).toEqual([404, 403]);
  // Nothing is removed while it is being voted on.
  expect((await faculty.send(removeAttachment, { params: found })).status).toBe(409);
  await move(voters[0], application, 'Draft', 'Another invitation, please.');
  for (const client of [staff, voters[0]])
    expect((await client.send(removeAttachment, { params: found })).status).toBeGreaterThanOrEqual(403);
  expect((await faculty.send(removeAttachment, { params: found })).body.data.attachments).toEqual([]);
  expect((await faculty.send(downloadGrantFile, { params: found })).status).toBe(404);
  const { can } = (await faculty.send(readApplication, { params })).body.data;
  expect(can).toMatchObject({ attach: true, detach: true });
  await move(faculty, { ...application, version: 2 }, 'Withdrawn');
  expect((await add(faculty)).status).toBe(409);
});

test('a file that is removed in two tabs at once is removed once', async () => {
  const { faculty, voters, server } = committee;
  const { pool } = server.database;
  const application = await apply(faculty);
  const file = { fileName: 'Invitation.txt', content: 'You are invited.', contentType: 'text/plain' };
  const params = { id: application._id };
  const added = await faculty.send(addAttachments, { params, body: {}, files: { attachments: file } });
  const found = { id: added.body.data.attachments[0]?.id ?? '' };
  await move(voters[0], application, 'Draft', 'Another invitation, please.');
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from grant_applications where id = $1 for update', [application._id]);
  const remove = () => faculty.send(removeAttachment, { params: found });
  const both = [remove(), remove()];
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const { rowCount } = await pool.query(
    "select from audit_entries where action = 'grant-application.detach' and subject_id = $1",
    [application._id],
  );
  expect(rowCount).toBe(1);
});
