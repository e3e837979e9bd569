import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { denyRecord, giveRecord } from '../../../platform/server/directory/join.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { header, uploadsBy } from './testing/uploads.ts';

let server: TestServer;
let it: TestClient;
const { apply } = uploadsBy(() => it);

beforeAll(async () => {
  server = await createTestServer({ tools: [directoryServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query(
    'delete from directory_runs; delete from directory_records; delete from link_requests',
  );
});

const joined = async () => {
  const { rows } = await server.database.pool.query(
    'select d.key, p.email from directory_records d join people p on p.id = d.person_id order by d.key',
  );
  return rows.map(({ key, email }) => [key, email]);
};

test('a record and a person are joined by email at the sign-in, or when the record comes later', async () => {
  await apply(`${header}E1,Stellan,Marbury,employee,STAFF@sawtooth.example,Registrar,,no\n`);
  await server.signIn('staff');
  expect(await joined()).toEqual([['E1', 'staff@sawtooth.example']]);
  await server.signIn('faculty');
  await apply(
    `${header}E1,Stellan,Marbury,employee,staff@sawtooth.example,Registrar,,no\nE2,Felix,Carraway,employee,faculty@sawtooth.example,Mathematics,,no\n`,
  );
  expect(await joined()).toEqual([
    ['E1', 'staff@sawtooth.example'],
    ['E2', 'faculty@sawtooth.example'],
  ]);
});

test('email for a person goes where the directory has said since they signed in, not to whoever has their address now', async () => {
  const { database, pool } = server.database;
  const line = (key: string, address: string, department = '') =>
    `${key},A,One,employee,${address}@sawtooth.example,${department},,no\n`;
  await apply(header + line('E1', 'staff'));
  await server.signIn('staff');
  const { rows } = await pool.query(`select id from people where email = 'staff@sawtooth.example'`);
  const address = async () => (await findAddress(database, rows[0].id))?.replace(/@.*/, '');
  await apply(header + line('E1', 'STAFF', 'Registrar') + line('E2', 'staff'));
  expect(await address()).toBe('staff');
  await apply(header + line('E1', 'married') + line('E2', 'someone'));
  expect(await address()).toBe('married');
  await server.signIn('staff');
  expect(await address()).toBe('staff');
  await apply(header + line('E1', 'married', 'Registrar') + line('E2', 'someone'));
  expect(await address()).toBe('staff');
  await apply(header + line('E1', 'married') + line('E2', 'staff'));
  expect(await address()).toBe('married');
});

test("a record and a person under a new key are joined by IT, who is asked: the address alone may be someone else's now", async () => {
  const { database, pool } = server.database;
  await apply(`${header}S1,Stellan,Marbury,student,staff@sawtooth.example,,,no\n`);
  await server.signIn('staff');
  await apply(`${header}E1,Stellan,Marbury,employee,staff@sawtooth.example,Registrar,,no\n`);
  await server.signIn('staff');
  expect(await joined()).toEqual([['S1', 'staff@sawtooth.example']]);
  const [request] = (await pool.query('select person_id, directory_key from link_requests')).rows;
  expect(request).toMatchObject({ directory_key: 'E1' });
  const give = () =>
    database.transaction().execute((transaction) => giveRecord(transaction, 'E1', request.person_id));
  expect([await give(), await give()]).toEqual([true, false]);
  expect(await joined()).toEqual([['E1', 'staff@sawtooth.example']]);
  await pool.query('delete from link_requests');
  await server.signIn('staff');
  expect((await pool.query('select from link_requests')).rowCount).toBe(0);
});

test('a record and a person are not joined by email after IT said that the record is not theirs', async () => {
  const { database } = server.database;
  await server.signIn('staff');
  const twins = [1, 2].map((key) => `E${key},A,One,employee,staff@sawtooth.example,,,no\n`);
  await apply(header + twins.join(''));
  const { id } = await database
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'staff@sawtooth.example')
    .executeTakeFirstOrThrow();
  await database.transaction().execute((transaction) => denyRecord(transaction, 'E1', id));
  await apply(header + twins[0]);
  await server.signIn('staff');
  expect(await joined()).toEqual([]);
});

test('a record and a person are not joined if two records have the address, and no one is kept from signing in', async () => {
  const twins =
    'E1,A,One,employee,staff@sawtooth.example,,,no\nE2,B,Two,employee,staff@sawtooth.example,,,no\n';
  await apply(header + twins);
  await server.signIn('staff');
  expect(await joined()).toEqual([]);
});

test('a record and a person keep no one waiting: a sign-in goes on while the record is being changed', async () => {
  await apply(`${header}E1,Vera,Quillon,employee,volunteer@sawtooth.example,,,no\n`);
  const sync = await server.database.pool.connect();
  onTestFinished(async () => {
    await sync.query('rollback');
    sync.release();
  });
  await sync.query("begin; update directory_records set title = 'Being changed'");
  await server.signIn('volunteer');
  expect(await joined()).toEqual([]);
  await sync.query('rollback');
  await server.signIn('volunteer');
  expect(await joined()).toEqual([['E1', 'volunteer@sawtooth.example']]);
});

test('a record is there again when its person is back unchanged, and is dated by its last change, not by the last reading', async () => {
  const { pool } = server.database;
  const line = (key: string) => `${key},A,One,employee,${key}@sawtooth.example,,,no\n`;
  const records = async () =>
    (await pool.query('select key, active, changed_at from directory_records order by key')).rows;
  const [one, two, three] = ['E1', 'E2', 'E3'].map(line);
  await apply(`${header}${one}${two}`);
  await apply(`${header}${two}`);
  const before = await records();
  expect(before).toMatchObject([{ active: false }, { active: true }]);
  await apply(`${header}${two}${three}`);
  expect((await records()).slice(0, 2)).toEqual(before);
  await apply(`${header}${one}${two}${three}`);
  expect((await records()).map(({ active }) => active)).toEqual([true, true, true]);
});

test('a record and a person give no permission: the groups in a file give no access', async () => {
  await apply(`${header}E1,Noor,Grimsby,employee,nogroups@sawtooth.example,,Domain-IT,no\n`);
  const noor = await server.signIn('nogroups');
  expect((await noor.send(calls.listRuns, { query: { page: 1 } })).status).toBe(403);
});
