import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAccount } from '../../../platform/contract/account.ts';
import type { DataOwner } from '../../../platform/server/change/audit.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { issueToken } from '../../../platform/server/testing/issue-token.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { openPlainDatabase } from '../../../platform/server/testing/test-database.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import {
  exportAuditEntries,
  listAuditActions,
  listAuditEntries,
  readAuditEntry,
  revealAuditEntry,
} from '../contract.ts';
import { audit } from '../tool.ts';
import { auditServer } from './index.ts';

let server: TestServer;
let it: TestClient;
let student: TestClient;
let studentId: string;
const bike = randomUUID();

interface Recorded {
  action: string;
  subject?: string;
  about?: DataOwner;
}

/** Adds an entry the way a tool's write does, by a person or by a job. @returns its id */
async function record(
  { action, subject = randomUUID(), about }: Recorded,
  by?: { kind?: 'token'; id: string; name: string },
) {
  const actor = by === undefined ? { kind: 'system', name: 'nightly' } : { kind: 'person', ...by };
  const change = server.quad.platform.change.changeAs({
    actor: actor as { kind: 'system'; name: string },
    clientAddress: '192.0.2.7',
    requestId: null,
  });
  await change(async (unit) => {
    unit.demand(byPermission);
    const columns = { color: 'plain', is_locked: 'plain', owner_phone: 'sensitive' } as const;
    unit.record({
      action,
      subject: { type: 'bike', id: subject, columns },
      before: { color: 'red', is_locked: false, owner_phone: '208-555-0100' },
      after: { color: 'blue', is_locked: true, owner_phone: '208-555-0199' },
      ...(about === undefined ? {} : { about }),
    });
  });
  const { rows } = await server.database.pool.query(
    'select id from audit_entries where action = $1 order by at desc, id desc limit 1',
    [action],
  );
  return String(rows[0].id);
}

beforeAll(async () => {
  server = await createTestServer({ tools: [auditServer] });
  it = await server.signIn('it');
  student = await server.signIn('student');
  studentId = (await student.send(readAccount)).body.id;
  const { id, name } = (await it.send(readAccount)).body;
  await record({ action: 'bike.paint', subject: bike, about: { personId: studentId } }, { id, name });
  await record({ action: 'bike.paint', about: { collegeId: '800201' } });
  await record({ action: 'bike.sell', subject: bike }, { id, name });
  await record({ action: 'bikeshed.paint', about: { directoryKey: 'E77' } });
});
afterAll(() => server.stop());

type Filter = Partial<Record<'person' | 'about' | 'action' | 'subject' | 'from' | 'to', string>>;

async function find(filter: Filter) {
  const { body } = await it.send(listAuditEntries, { query: { ...filter, page: 1 } });
  return body.data.map(({ action, by, about }) => `${action} by ${by.name} about ${about?.name ?? 'no one'}`);
}

const paint = 'bike.paint by Iris Thornwell about Suna Okello Lind';
const sell = 'bike.sell by Iris Thornwell about no one';
const nightly = 'bike.paint by nightly about College ID 800201';

test.each<[Filter, string[]]>([
  [{ action: 'bike' }, [sell, nightly, paint]],
  [{ action: 'bike.paint' }, [nightly, paint]],
  [{ action: 'bik' }, []],
  [{ person: 'IRIS', action: 'bike' }, [sell, paint]],
  [{ person: 'it@sawtooth', action: 'bike.sell' }, [sell]],
  [{ person: 'a', action: 'bike' }, [sell, paint]],
  [{ person: 'nobody has this name' }, []],
  [{ person: `${'a'.repeat(237)}@sawtooth.example` }, []],
  [{ about: 'okello', action: 'bike' }, [paint]],
  [{ about: '800201' }, [nightly]],
  [{ about: 'E77' }, []],
  [{ subject: bike }, [sell, paint]],
  [{ subject: bike, person: 'student' }, []],
  [{ action: 'bike', from: '2001-01-01', to: '2099-01-01' }, [sell, nightly, paint]],
  [{ action: 'bike', to: '2001-01-01' }, []],
  [{ action: 'bike', from: '2099-01-01' }, []],
])('%j finds its entries, newest first', async (filter, found) => {
  expect(await find(filter)).toEqual(found);
});

test('what a service token did is found by its name', async () => {
  const { id } = await issueToken(server.database);
  await record({ action: 'scooter.park' }, { kind: 'token', id, name: 'Nightly reports' });
  expect(await find({ person: 'NIGHTLY rep' })).toEqual(['scooter.park by Nightly reports about no one']);
  expect(await find({ person: 'nightly%' })).toEqual([]);
});

test('the name of a service token is found in any case, even if the database folds only ASCII', async () => {
  const database = await openPlainDatabase();
  await migrate(database.database, path.resolve('migrations'));
  const { signIn } = await startTestServer({ tools: [auditServer], database });
  const admin = await signIn('it');
  const { id } = await issueToken(database);
  await database.pool.query(`update service_tokens set name = 'Übersicht'`);
  await database.pool.query(
    `insert into audit_entries (id, actor_kind, actor_id, actor_name, action, subject_type, subject_id)
     values (gen_random_uuid(), 'token', $1, 'Übersicht', 'bike.park', 'bike', 'b')`,
    [id],
  );
  for (const person of ['übersicht', 'ÜBER']) {
    const { body } = await admin.send(listAuditEntries, { query: { person, page: 1 } });
    expect(body.data.map(({ action }) => action)).toEqual(['bike.park']);
  }
});

test('what happened to a person, or to their sessions, is found by whose data it is', async () => {
  // As every version has written it.
  await server.database.pool.query(
    `insert into audit_entries (id, actor_kind, actor_name, action, subject_type, subject_id)
     values (gen_random_uuid(), 'person', 'Iris Thornwell', 'person.block', 'person', $1)`,
    [studentId],
  );
  const block = 'person.block by Iris Thornwell about Suna Okello Lind';
  expect(await find({ about: 'okello', action: 'person.block' })).toEqual([block]);
  expect(await find({ action: 'person.block' })).toEqual([block]);
  expect(await find({ about: 'thornwell', action: 'person.block' })).toEqual([]);
  expect(await find({ about: 'okello', action: 'session' })).toEqual([
    'session.start by Suna Okello Lind about Suna Okello Lind',
  ]);
});

test('a name that many people share asks for more of it', async () => {
  await server.database.pool.query(
    `insert into people (id, email, name, given_name, family_name)
     select gen_random_uuid(), 'pat' || i || '@sawtooth.example', 'Pat ' || i, '', '' from generate_series(1, 21) i`,
  );
  onTestFinished(async () => {
    await server.database.pool.query(`delete from people where name like 'Pat %'`);
  });
  for (const field of ['person', 'about'] as const) {
    const { status, body } = await it.send(listAuditEntries, { query: { [field]: 'pat', page: 1 } });
    expect([status, body]).toMatchObject([
      400,
      { fields: { [field]: expect.stringMatching(/^More than 20 names match/) } },
    ]);
  }
  expect(await find({ person: 'pat 21' })).toEqual([]);
});

test('someone with audit.reveal alone has the page where sensitive values are shown', async () => {
  const campus = copyCampus(Object.keys(audit.permissions));
  campus.grant('audit.reveal', 'sgrpVolunteers');
  const own = await createTestServer({ tools: [auditServer], campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.stop();
    campus.remove();
  });
  const auditor = await own.signIn('volunteer');
  const { access } = audit.screens.entries;
  expect((await auditor.send(readAccount)).body.permissions).toContain(access);
  expect((await auditor.send(listAuditEntries, { query: { page: 1 } })).status).toBe(200);
  const other = await own.signIn('student');
  expect((await other.send(listAuditEntries, { query: { page: 1 } })).status).toBe(403);
});

test('the list shows no values; opening an entry shows the plain ones, revealing the others, and both are recorded', async () => {
  const id = await record({ action: 'scooter.lend', about: { personId: studentId } });
  const list = await it.send(listAuditEntries, { query: { action: 'scooter.lend', page: 1 } });
  expect(list.text).not.toMatch(/208-555|blue|192\.0\.2\.7/);
  const { body, text } = await it.send(readAuditEntry, { params: { id } });
  expect(text).not.toContain('208-555');
  expect(body.data).toMatchObject({
    clientAddress: '192.0.2.7',
    isSensitive: true,
    can: { reveal: true },
    columns: [
      { name: 'color', before: 'red', after: 'blue' },
      { name: 'is_locked', before: 'No', after: 'Yes' },
    ],
  });
  const revealed = await it.send(revealAuditEntry, { params: { id } });
  expect(revealed.body.data.columns).toEqual([
    { name: 'owner_phone', before: '208-555-0100', after: '208-555-0199' },
  ]);
  const { rows } = await server.database.pool.query(
    `select action, about from audit_entries where subject_id = $1 and subject_type = 'audit-entry' order by at`,
    [id],
  );
  expect(rows).toEqual([
    { action: 'audit-entry.read', about: studentId },
    { action: 'audit-entry.reveal', about: studentId },
  ]);
  const actions = (await it.send(listAuditActions)).body.data;
  expect(actions).toEqual(expect.arrayContaining(['audit-entry.reveal', 'scooter.lend', 'bikeshed.paint']));
});

test('values that are gone, or whose secret is gone, are reported as such; no one else sees any of it', async () => {
  const id = await record({ action: 'scooter.lose' });
  const set = (value: string | null) =>
    server.database.pool.query(
      `alter table audit_entries disable trigger user; update audit_entries set sensitive = ${
        value === null ? 'null' : `'${value}'`
      } where id = '${id}'; alter table audit_entries enable trigger user`,
    );
  await set('v1.00000000.AAAA');
  expect((await it.send(revealAuditEntry, { params: { id } })).body).toMatchObject({ reason: 'locked' });
  await set(null);
  expect((await it.send(revealAuditEntry, { params: { id } })).status).toBe(410);
  expect((await it.send(readAuditEntry, { params: { id } })).body.data).toMatchObject({
    isSensitive: false,
    can: { reveal: false },
  });
  for (const call of [readAuditEntry, revealAuditEntry])
    expect((await student.send(call, { params: { id } })).status).toBe(403);
});

test('the CSV has every entry of the filter once, over several batches of the same instant', async () => {
  await server.database.pool.query(
    `insert into audit_entries (id, at, actor_kind, actor_name, action, subject_type, subject_id)
     select gen_random_uuid(), now() - make_interval(secs => i / 700), 'system', 'nightly',
       case when i % 3 = 0 then 'kite.fly' else 'kite.land' end, 'kite', 'kite ' || i
     from generate_series(1, 1500) i`,
  );
  for (const [action, count] of [
    ['kite', 1500],
    ['kite.fly', 500],
  ] as const) {
    const { text } = await it.send(exportAuditEntries, { query: { action } });
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect([lines.length, new Set(lines).size]).toEqual([count, count]);
  }
  expect(await find({ action: 'audit-log.export' })).toHaveLength(2);
});
