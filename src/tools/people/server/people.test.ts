import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { signedOutCookie } from '../../../platform/contract/signed-out-cookie.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  changePerson,
  endPersonSession,
  endPersonSessions,
  listHolders,
  listNewcomers,
  listPeople,
  peopleCalls,
  readPerson,
} from '../contract.ts';
import { peopleServer } from './index.ts';
import { findPerson, isSignedIn, lastActions } from './testing/people-office.ts';

const nobodysId = '0198a000-0000-7000-8000-000000000000';
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

const find = (search: string) => findPerson(admin, search);

test.each(Object.values(peopleCalls))('$name is for IT', async (call) => {
  const request = { params: { id: nobodysId, sessionId: nobodysId }, query: {}, body: {} } as never;
  const refused = await Promise.all(
    ['staff', 'student', 'nogroups'].map(
      async (name) => (await (await server.signIn(name)).send(call, request)).status,
    ),
  );
  expect([(await server.visitor.send(call, request)).status, ...refused]).toEqual([401, 403, 403, 403]);
});

describe('the list', () => {
  it('finds by name and address in any case, literally, newest first, with live sessions and groups', async () => {
    await server.signIn('staff');
    await server.signIn('staff');
    await server.signIn('student');
    const all = (await admin.send(listPeople, { query: { page: 1 } })).body;
    expect(all.data.map(({ email }) => email.split('@')[0])).toEqual(['student', 'staff', 'it']);
    expect(all.meta).toEqual({ pages: 1, total: 3, page: 1, pageSize: 10 });
    expect(await find('MARB')).toMatchObject({
      email: 'staff@sawtooth.example',
      sessions: 2,
      groups: ['Domain-Staff'],
      blocked: false,
    });
    expect((await admin.send(listPeople, { query: { search: 'student@', page: 1 } })).body.data).toHaveLength(
      1,
    );
    for (const search of ['%', '_', '\\', "' or true --"]) {
      expect((await admin.send(listPeople, { query: { search, page: 1 } })).body.data).toEqual([]);
    }
    expect((await admin.send(listPeople)).body).toEqual({ data: [], meta: { pages: -1 } });
  });

  it('does not count expired sessions', async () => {
    await server.signIn('staff');
    await sql`update sessions set last_seen_at = now() - interval '9 hours'
      where person_id = (select id from people where email = 'staff@sawtooth.example')`.execute(
      server.database.database,
    );
    expect((await find('staff')).sessions).toBe(0);
  });
});

describe('a person', () => {
  it('is shown with the groups of each source, and what they may do by which group', async () => {
    const { database } = server.database;
    await sql`delete from directory_records`.execute(database);
    await sql`insert into directory_records (key, account_name, email, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, access_groups, confidential, folded, content_hash)
      values ('E1', '', 'nogroups@sawtooth.example', 'Noor', 'Grimsby', 'Clerk', 'Library', '', '', '', '', 'employee',
        '{Domain-IT,Chess}', '{Domain-IT}', false, '', '')`.execute(database);
    const newcomers = async (search?: string) => {
      const { body } = await admin.send(listNewcomers, { query: { page: 1, search } });
      return body.data.map(({ id, name, groups }) => [id, name, groups]);
    };
    expect(await newcomers()).toEqual([['E1', 'Noor Grimsby', ['Domain-IT', 'Chess']]]);
    expect(await newcomers('nobody')).toEqual([]);
    const holders = async (permission = 'people.manage') => {
      const { body } = await admin.send(listHolders, { query: { permission, page: 1 } });
      return body.data.map(({ name, groups, hasSignedIn }) => [name, groups, hasSignedIn]);
    };
    const iris = ['Iris Thornwell', ['Domain-IT'], true];
    expect(await holders()).toEqual([iris, ['Noor Grimsby', ['Domain-IT'], false]]);
    await server.signIn('nogroups');
    expect(await newcomers()).toEqual([]);
    const { id } = await find('nogroups');
    const { data } = (await admin.send(readPerson, { params: { id } })).body;
    expect(data).toMatchObject({
      identities: [{ provider: 'demo', groups: [] }],
      directory: { key: 'E1', title: 'Clerk', groups: ['Domain-IT', 'Chess'], accessGroups: ['Domain-IT'] },
      permissions: [{ tool: 'People', groups: [{ name: 'Domain-IT', from: ['the directory'] }] }],
    });
    expect(await holders()).toEqual([iris, ['Noor Grimsby', ['Domain-IT'], true]]);
    expect(await holders('people.fly')).toEqual([]);
    await sql`delete from directory_records`.execute(database);
    expect(await holders()).toEqual([iris]);
    const { data: later } = (await admin.send(readPerson, { params: { id } })).body;
    expect(later).toMatchObject({ directory: null, permissions: [] });
  });

  it('is shown with ways to sign in and live sessions, and without secrets', async () => {
    await server.signIn('staff');
    const { id } = await find('staff');
    const { status, body } = await admin.send(readPerson, { params: { id } });
    expect(status).toBe(200);
    expect(body.data.identities).toEqual([
      expect.objectContaining({
        provider: 'demo',
        subject: 'staff@sawtooth.example',
        groups: ['Domain-Staff'],
      }),
    ]);
    expect(body.data.live).toEqual([expect.objectContaining({ clientAddress: '127.0.0.1', current: false })]);
    expect(JSON.stringify(body)).not.toMatch(/token|hash|state|photo/);
    const { rows } = await server.database.pool.query(
      `select about from audit_entries where action = 'person.read' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ about: id }]);
    const own = await find('it@');
    expect((await admin.send(readPerson, { params: { id: own.id } })).body.data.live[0]?.current).toBe(true);
  });

  it('that is unknown is 404', async () => {
    for (const id of [nobodysId, 'nonsense']) {
      expect((await admin.send(readPerson, { params: { id } })).status).toBe(404);
      expect((await admin.send(changePerson, { params: { id }, body: { blocked: true } })).status).toBe(404);
      expect((await admin.send(endPersonSessions, { params: { id } })).status).toBe(404);
    }
  });
});

describe('ending sessions of a person', () => {
  it('takes effect at the next request, and the audit log says who did it', async () => {
    const [desk, phone] = [await server.signIn('staff'), await server.signIn('staff')];
    const student = await server.signIn('student');
    const { id } = await find('staff');
    const live = (await admin.send(readPerson, { params: { id } })).body.data.live;
    const params = { id, sessionId: live[0]?.id ?? '' };
    expect((await admin.send(endPersonSession, { params })).status).toBe(204);
    expect((await Promise.all([desk, phone].map(isSignedIn))).filter(Boolean)).toHaveLength(1);
    expect((await admin.send(endPersonSession, { params })).status).toBe(404);
    expect(await lastActions(server, 1)).toEqual(['Iris Thornwell: session.end']);

    expect((await admin.send(endPersonSessions, { params: { id } })).status).toBe(204);
    expect(await Promise.all([desk, phone, student, admin].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(await lastActions(server, 2)).toEqual([
      'Iris Thornwell: person.end-sessions',
      'Iris Thornwell: session.end',
    ]);
  });

  it('does not reach a session under the name of another person', async () => {
    const staff = await server.signIn('staff');
    await server.signIn('student');
    const [owner, other] = [await find('staff'), await find('student')];
    const sessionId =
      (await admin.send(readPerson, { params: { id: owner.id } })).body.data.live[0]?.id ?? '';
    expect((await admin.send(endPersonSession, { params: { id: other.id, sessionId } })).status).toBe(404);
    expect(await isSignedIn(staff)).toBe(true);
  });
});

describe('blocking', () => {
  it('ends all sessions, keeps the person out, and can be undone', async () => {
    const staff = await server.signIn('staff');
    const { id } = await find('staff');
    const blocked = await admin.send(changePerson, { params: { id }, body: { blocked: true } });
    expect(blocked.body.data).toMatchObject({
      blocked: true,
      sessions: 0,
      can: { block: true, unblock: true },
    });
    expect(await isSignedIn(staff)).toBe(false);
    // Their browser learns of it, and removes what they left there.
    expect(staff.cookies.has(signedOutCookie)).toBe(true);
    await expect(server.signIn('staff')).rejects.toThrow(/403.*blocked/s);
    expect(await lastActions(server, 2)).toEqual([
      'Iris Thornwell: person.block',
      'Iris Thornwell: session.end',
    ]);

    const free = await admin.send(changePerson, { params: { id }, body: { blocked: false } });
    expect(free.body.data).toMatchObject({ blocked: false, can: { block: true, unblock: true } });
    expect(await isSignedIn(await server.signIn('staff'))).toBe(true);
  });

  it('from an outdated state is refused, with who changed it and what it is now', async () => {
    await server.signIn('staff');
    const { id, version } = await find('staff');
    const body = { blocked: true, version };
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.send(changePerson, { params: { id }, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      reason: 'stale-version',
      detail: expect.stringMatching(/^Iris Thornwell blocked this person in the meantime. /),
    });
    const now = await find('staff');
    expect(now).toMatchObject({ blocked: true, version: version + 1 });
    const free = { blocked: false, version: now.version };
    expect((await admin.send(changePerson, { params: { id }, body: free })).body.data.version).toBe(
      version + 2,
    );
    expect((await admin.send(changePerson, { params: { id }, body: free })).body).toMatchObject({
      detail: expect.stringMatching(/^Iris Thornwell unblocked this person in the meantime\. /),
    });
    await server.signIn('staff');
    expect((await find('staff')).version).toBe(version + 2);
  });

  it('oneself is refused', async () => {
    const { id, can } = await find('it@');
    expect(can.block).toBe(false);
    for (const written of [id, id.toUpperCase()]) {
      const answer = await admin.send(changePerson, { params: { id: written }, body: { blocked: true } });
      expect(answer).toMatchObject({ status: 403, body: { reason: 'own-account' } });
    }
    expect(await isSignedIn(admin)).toBe(true);
  });
});
