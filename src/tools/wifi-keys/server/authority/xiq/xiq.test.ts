import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../../platform/server/testing/test-server.ts';
import {
  addDeviceKey,
  addGuest,
  allowWifiKey,
  createWifiKey,
  deleteWifiKey,
  endGuest,
  listDeviceKeys,
  readWifiKey,
  replaceWifiKey,
  revokeWifiKey,
} from '../../../contract.ts';
import { wifiKeysServer } from '../../index.ts';
import { startFakeXiq, token, userGroup } from './testing/fake-xiq.ts';

async function start() {
  const xiq = await startFakeXiq();
  const logLines: Record<string, unknown>[] = [];
  const variables = { QUAD_XIQ_TOKEN: token, QUAD_XIQ_USER_GROUP: userGroup, QUAD_XIQ_URL: xiq.url };
  const server = await startTestServer({ tools: [wifiKeysServer], variables, logLines });
  return { xiq, server, logLines, student: await server.signIn('student') };
}

test('the controller makes the key, keeps it, and ends it', async () => {
  const { xiq, student, server } = await start();
  const neighbor = { user_group_id: userGroup, email_address: '', password: 'not-yours', expired_time: null };
  xiq.users.push({ ...neighbor, id: '1', user_name: 'student@sawtooth.example.org' });
  xiq.users.push({ ...neighbor, id: '2', user_name: 'student@sawtooth.example', user_group_id: '5' });
  const { body: key } = await student.send(createWifiKey);
  const [user] = xiq.users.slice(2);
  expect(user).toMatchObject({
    user_name: 'student@sawtooth.example',
    email_address: 'student@sawtooth.example',
    password: key.password,
  });
  expect(await student.send(readWifiKey)).toMatchObject({ status: 200, body: key });
  const { rows } = await server.database.pool.query('select sealed, reference from wifi_keys');
  expect(rows).toEqual([{ sealed: null, reference: `${user?.id} student@sawtooth.example` }]);

  const { body: device } = await student.send(addDeviceKey, { body: { label: 'TV' } });
  expect((await student.send(listDeviceKeys)).body.data).toEqual([device.data]);
  expect(xiq.users).toHaveLength(4);
  await student.send(deleteWifiKey, { query: { id: device.data.id } });
  await student.send(deleteWifiKey, { query: { id: key.id } });
  expect(xiq.users.map(({ id }) => id)).toEqual(['1', '2']);
});

test('someone with an address that another person had before gets their own key', async () => {
  const { xiq, student, server } = await start();
  const { body: theirs } = await student.send(createWifiKey);
  const staff = await server.signIn('staff');
  const { pool } = server.database;
  const move = (from: string, to: string) =>
    pool.query('update people set email = $2 where email = $1', [from, to]);
  await move('student@sawtooth.example', 'renamed@sawtooth.example');
  await move('staff@sawtooth.example', 'student@sawtooth.example');
  const { status, body: key } = await staff.send(createWifiKey);
  expect(status).toBe(201);
  expect(key.password).not.toBe(theirs.password);
  expect(await staff.send(readWifiKey)).toMatchObject({ status: 200, body: key });
  expect(xiq.users).toMatchObject([
    { user_name: 'student@sawtooth.example' },
    { user_name: `quad-${key.id}`, email_address: 'student@sawtooth.example' },
  ]);
  await staff.send(deleteWifiKey, { query: { id: key.id } });
  expect(await student.send(readWifiKey)).toMatchObject({ status: 200, body: theirs });
});

test('a key that could not be saved is deleted if it was created for nothing, and only then', async () => {
  const { xiq, student, server } = await start();
  const faculty = await server.signIn('faculty');
  const known = {
    user_group_id: userGroup,
    email_address: '',
    password: 'older-than-Quad',
    expired_time: null,
  };
  xiq.users.push({ ...known, id: '77', user_name: 'faculty@sawtooth.example' });
  const { pool } = server.database;
  await pool.query(`alter table wifi_keys add constraint refuses check (kind = '')`);
  for (const person of [student, faculty]) expect((await person.send(createWifiKey)).status).toBe(500);
  expect((await faculty.send(addDeviceKey, { body: { label: 'TV' } })).status).toBe(500);
  expect(xiq.users.map(({ id }) => id)).toEqual(['77']);
  await pool.query('alter table wifi_keys drop constraint refuses');
  expect((await faculty.send(createWifiKey)).body.password).toBe('older-than-Quad');

  // The database can't say whether the key was saved: it stays, and is the one that the next try gets.
  const letGoOn = xiq.hold('POST');
  const making = student.send(createWifiKey);
  await expect.poll(xiq.waiting).toBe(1);
  await pool.query('alter table wifi_keys rename to away');
  letGoOn();
  expect((await making).status).toBe(500);
  await pool.query('alter table away rename to wifi_keys');
  const made = xiq.users.find(({ user_name }) => user_name === 'student@sawtooth.example');
  expect(made).toMatchObject({ password: expect.any(String) });
  expect((await student.send(createWifiKey)).body.password).toBe(made?.password);
});

test('twenty tabs get one key, and the controller has one user', async () => {
  const { xiq, student } = await start();
  const asked = await Promise.all(Array.from({ length: 20 }, () => student.send(createWifiKey)));
  expect(new Set(asked.map(({ text }) => text)).size).toBe(1);
  expect(asked[0]?.status).toBe(201);
  expect(xiq.users).toHaveLength(1);
});

test('while the controller takes its time, no transaction is open, with or without an Idempotency-Key', async () => {
  const { xiq, student, server } = await start();
  const [faculty, it] = [await server.signIn('faculty'), await server.signIn('it')];
  const headers = { 'idempotency-key': randomUUID() };
  const open = `select query from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`;
  async function expectNoneOpen<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const letGoOn = xiq.hold();
    const answer = send();
    await expect.poll(xiq.waiting).toBe(1);
    // A background job's transaction ends; one of this request would not.
    await expect
      .poll(async () => (await server.database.pool.query(open)).rows, { timeout: 10_000 })
      .toEqual([]);
    letGoOn();
    return answer;
  }
  const label = { body: { label: 'TV' }, headers };
  const device = await expectNoneOpen(() => student.send(addDeviceKey, label));
  expect(device.status).toBe(201);
  const repeated = await student.send(addDeviceKey, label);
  expect(repeated).toMatchObject({
    status: 409,
    body: { reason: 'known-device', fields: { label: expect.any(String) } },
  });
  const visitor = { name: 'Gale Visitor', email: 'gale@visitors.example', days: 3 };
  const guest = await expectNoneOpen(() => faculty.send(addGuest, { body: visitor, headers }));
  expect(guest.status).toBe(201);
  const ending = { params: { id: guest.body.data.id }, headers };
  expect((await expectNoneOpen(() => faculty.send(endGuest, ending))).status).toBe(204);
  const own = await expectNoneOpen(() => student.send(createWifiKey, { headers }));
  const replacing = { params: { id: own.body.id }, headers };
  const replaced = await expectNoneOpen(() => it.send(replaceWifiKey, replacing));
  expect(replaced.status).toBe(200);
  const revoking = { params: { id: replaced.body.data.id }, headers };
  expect((await expectNoneOpen(() => it.send(revokeWifiKey, revoking))).status).toBe(200);
  expect(xiq.users.map(({ user_name }) => user_name)).toEqual([`quad-${device.body.data.id}`]);
});

test('what IT revokes while its owner waits for the controller stays revoked', async () => {
  const { xiq, student, server } = await start();
  const it = await server.signIn('it');
  const allow = (id: string) => it.send(allowWifiKey, { params: { id } });
  async function revokeDuring<Answer>(id: string, method: string, send: () => Promise<Answer>) {
    const letGoOn = xiq.hold(method);
    const answer = send();
    await expect.poll(xiq.waiting).toBe(1);
    expect((await it.send(revokeWifiKey, { params: { id } })).status).toBe(200);
    letGoOn();
    return answer;
  }
  const revoked = { status: 403, body: { reason: 'revoked' } };
  const { body: first } = await student.send(createWifiKey);
  const deleting = () => student.send(deleteWifiKey, { query: { id: first.id } });
  expect(await revokeDuring(first.id, 'DELETE', deleting)).toMatchObject(revoked);
  expect(await student.send(createWifiKey)).toMatchObject(revoked);
  await allow(first.id);

  const { body: second } = await student.send(createWifiKey);
  await server.database.pool.query('update wifi_keys set expires_at = now()');
  const creating = () => student.send(createWifiKey);
  expect(await revokeDuring(second.id, 'POST', creating)).toMatchObject(revoked);
  await allow(second.id);

  const { body: third } = await student.send(createWifiKey);
  const adding = () => student.send(addDeviceKey, { body: { label: 'TV' } });
  expect(await revokeDuring(third.id, 'POST', adding)).toMatchObject(revoked);
  await allow(third.id);

  const { body: fourth } = await student.send(createWifiKey);
  const replacingOwn = () => student.send(createWifiKey, { body: { replaces: fourth.id } });
  expect(await revokeDuring(fourth.id, 'POST', replacingOwn)).toMatchObject(revoked);
  await allow(fourth.id);

  const { body: fifth } = await student.send(createWifiKey);
  const replacing = () => it.send(replaceWifiKey, { params: { id: fifth.id } });
  const replaced = await revokeDuring(fifth.id, 'POST', replacing);
  expect(replaced).toMatchObject({ status: 409, body: { reason: 'changed-since' } });
  expect(xiq.users).toEqual([]);
});

test.each(['IT', 'its owner'])(
  'a key that %s replaces works until the controller has created the new one',
  async (who) => {
    const { xiq, student, server } = await start();
    const it = await server.signIn('it');
    const { body: key } = await student.send(createWifiKey);
    const replace = () =>
      who === 'IT'
        ? it.send(replaceWifiKey, { params: { id: key.id } })
        : student.send(createWifiKey, { body: { replaces: key.id } });
    for (const method of ['POST', 'DELETE']) {
      const letGoOn = xiq.hold(method);
      const replacing = replace();
      await expect.poll(xiq.waiting).toBe(1);
      xiq.mood.now = 'broken';
      letGoOn();
      expect(await replacing).toMatchObject({ status: 503, body: { reason: 'controller-down' } });
      xiq.mood.now = 'well';
      expect(await student.send(readWifiKey)).toMatchObject({ status: 200, body: key });
    }
    expect((await replace()).status).toBe(who === 'IT' ? 200 : 201);
    const { body: next } = await student.send(readWifiKey);
    expect(next.password).not.toBe(key.password);
    const passwords = xiq.users.map(({ password }) => password);
    expect(passwords).toContain(next.password);
    expect(passwords).not.toContain(key.password);
  },
);

test('a controller that is down is a sentence, and no key is shown or kept', async () => {
  const { xiq, student, server, logLines } = await start();
  for (const now of ['silent', 'broken', 'busy', 'endless'] as const) {
    xiq.mood.now = now;
    const made = await student.send(createWifiKey);
    expect(made).toMatchObject({ status: 503, body: { reason: 'controller-down' } });
    expect(made.headers['retry-after']).toBe(now === 'busy' ? '40' : '30');
    expect(made.text).toContain("The Wi-Fi system isn't answering right now.");
  }
  expect((await server.database.pool.query('select from wifi_keys')).rowCount).toBe(0);
  xiq.mood.now = 'well';
  const { body: key } = await student.send(createWifiKey);
  xiq.mood.now = 'silent';
  expect((await student.send(readWifiKey)).status).toBe(503);
  expect((await student.send(deleteWifiKey, { query: { id: key.id } })).status).toBe(503);
  xiq.mood.now = 'well';
  expect((await student.send(readWifiKey)).body).toEqual(key);
  const ours = logLines.filter(({ msg }) => String(msg).startsWith('The Wi-Fi controller'));
  expect(ours.length).toBeGreaterThan(4);
  expect(ours).toContainEqual(expect.objectContaining({ reason: 'ResponseTooLarge' }));
  expect(JSON.stringify(ours)).not.toMatch(/student@|the-token/);
});

test('guests who could not be added while the controller was down do not count for the day', async () => {
  const { xiq, server } = await start();
  const faculty = await server.signIn('faculty');
  const add = (number: number) =>
    faculty.send(addGuest, {
      body: { name: 'Gale Visitor', email: `guest${number}@visitors.example`, days: 1 },
    });
  xiq.mood.now = 'broken';
  for (let number = 1; number <= 10; number += 1) expect((await add(number)).status).toBe(503);
  xiq.mood.now = 'well';
  expect((await add(1)).status).toBe(201);
});

test('an expired key is deleted from the controller and re-created, and so is one that is gone', async () => {
  const { xiq, student } = await start();
  xiq.mood.expires = Math.floor(Date.now() / 1_000) + 86_400;
  const { body: key } = await student.send(createWifiKey);
  expect(Date.parse(key.expired_time)).toBe(xiq.mood.expires * 1_000);
  xiq.users.splice(0);
  expect((await student.send(readWifiKey)).status).toBe(404);
  const { body: next } = await student.send(createWifiKey);
  expect(next.password).not.toBe(key.password);

  // The unit is not documented: these are milliseconds.
  const [user] = xiq.users;
  if (user !== undefined) user.expired_time = Date.now() - 1_000;
  await student.send(deleteWifiKey, { query: { id: next.id } });
  expect(xiq.users).toEqual([]);
  xiq.mood.expires = Date.now() + 86_400_000;
  const { body: last } = await student.send(createWifiKey);
  expect(Date.parse(last.expired_time)).toBe(xiq.mood.expires);
});

test('a key for a device that is gone from the controller is listed without it, and can be removed', async () => {
  const { xiq, student } = await start();
  const label = { body: { label: 'TV' } };
  const { body: device } = await student.send(addDeviceKey, label);
  xiq.users.splice(0);
  const { body } = await student.send(listDeviceKeys);
  expect(body.data).toEqual([{ ...device.data, password: null }]);
  expect((await student.send(deleteWifiKey, { query: { id: device.data.id } })).status).toBe(204);
  expect((await student.send(addDeviceKey, label)).status).toBe(201);
});

test('half of the settings stop the start', async () => {
  const variables = { QUAD_XIQ_TOKEN: token };
  await expect(startTestServer({ tools: [wifiKeysServer], variables })).rejects.toThrow(/belong together/);
});
