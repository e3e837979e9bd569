import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { decideLinkRequest, listLinkRequests } from '../contract.ts';
import { peopleServer } from './index.ts';
import { findPerson } from './testing/people-office.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [peopleServer] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.database.deleteFrom('people').execute();
  admin = await server.signIn('it');
});

describe('a request about a directory record', () => {
  const leaveRequest = async () => {
    const { id: personId } = await findPerson(admin, 'staff@sawtooth.example');
    const id = uuid();
    const { database } = server.database;
    await sql`delete from directory_records`.execute(database);
    await sql`insert into directory_records (key, account_name, email, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, access_groups, confidential, folded, content_hash)
      values ('E8', '', 'staff@sawtooth.example', 'Stella', 'Marbury', 'Registrar', 'Registrar', '', '', '', '', 'employee',
        '{Domain-IT,Library}', '{Domain-IT}', false, '', '')`.execute(database);
    const row = { id, provider: 'demo', subject: 'staff@sawtooth.example', email: 'staff@sawtooth.example' };
    await database
      .insertInto('link_requests')
      .values({ ...row, name: 'Stellan Marbury', person_id: personId, directory_key: 'E8' })
      .execute();
    return { id, personId };
  };
  const recordOf = () =>
    server.database.database
      .selectFrom('directory_records')
      .select(['person_id', 'not_person_id'])
      .executeTakeFirstOrThrow();

  it('names the record and the access it gives, and says that the person is not kept out', async () => {
    await server.signIn('staff');
    await leaveRequest();
    expect((await admin.send(listLinkRequests)).body.data).toEqual([
      expect.objectContaining({
        person: expect.objectContaining({ name: 'Stellan Marbury' }),
        record: {
          key: 'E8',
          name: 'Stella Marbury',
          title: 'Registrar',
          department: 'Registrar',
          accessGroups: ['Domain-IT'],
        },
      }),
    ]);
    const { data } = (await admin.send(listWaiting)).body;
    expect(data).toEqual([expect.objectContaining({ about: expect.stringContaining('directory record') })]);
  });

  it.each([
    ['link', 204, 'person_id'],
    ['refuse', 204, 'not_person_id'],
    ['separate', 409, null],
  ] as const)('is decided by %s', async (decision, status, column) => {
    await server.signIn('staff');
    const { id, personId } = await leaveRequest();
    const answer = await admin.send(decideLinkRequest, { params: { id }, body: { decision } });
    expect(answer.status).toBe(status);
    const nothing = { person_id: null, not_person_id: null };
    expect(await recordOf()).toEqual(column === null ? nothing : { ...nothing, [column]: personId });
    const left = (await admin.send(listLinkRequests)).body.data;
    expect(left).toHaveLength(status === 204 ? 0 : 1);
  });

  it.each([
    [
      'has found its person',
      "update directory_records set person_id = (select id from people where name like 'Fe%')",
    ],
    ['has got another address', "update directory_records set email = 'stella@sawtooth.example'"],
    ['has left the directory', 'update directory_records set active = false'],
    [
      "is this person's by now",
      "update directory_records set person_id = (select id from people where name like 'Stellan%')",
    ],
  ])('is over when the record %s, and changes nothing', async (_why, since) => {
    await server.signIn('staff');
    await server.signIn('faculty');
    const { id } = await leaveRequest();
    await server.database.pool.query(since);
    const before = await recordOf();
    expect((await admin.send(listLinkRequests)).body.data).toEqual([]);
    expect((await admin.send(listWaiting)).body.data).toEqual([]);
    const answer = await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'link' } });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'record-outdated' } });
    expect(await recordOf()).toEqual(before);
  });
});
