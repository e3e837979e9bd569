import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  addDeviceKey,
  addGuest,
  createWifiKey,
  deleteWifiKey,
  endGuest,
  listDeviceKeys,
  listGuests,
  readWifiGuide,
  showGuestKey,
} from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { wifiKeysServer } from './index.ts';
import { serverWithMail } from './testing/server-with-mail.ts';

let portal: Awaited<ReturnType<typeof serverWithMail>>;
let server: TestServer;
beforeAll(async () => {
  portal = await serverWithMail();
  server = portal.server;
});
afterAll(() => portal.stop());
afterEach(async () => {
  await server.database.pool.query('delete from wifi_keys');
  await server.database.pool.query('delete from throttle_counters');
});

test('a person gets one more key for a device, even when twenty are requested at once', async () => {
  const student = await server.signIn('student');
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      student.send(addDeviceKey, { body: { label: `TV ${number}` } }),
    ),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(19);
  const { body } = await student.send(listDeviceKeys);
  expect(body.data).toEqual([asked.find(({ status }) => status === 201)?.body.data]);
  const [device] = body.data;
  const staff = await server.signIn('staff');
  expect((await staff.send(listDeviceKeys)).body.data).toEqual([]);
  expect((await staff.send(deleteWifiKey, { query: { id: device?.id ?? '' } })).status).toBe(404);
  expect((await student.send(deleteWifiKey, { query: { id: device?.id ?? '' } })).status).toBe(204);
  expect((await student.send(addDeviceKey, { body: { label: 'Console' } })).status).toBe(201);
});

const visitor = { name: 'Buy at http://evil.example', email: 'gale@visitors.example', days: 3 };

test('a guest gets their own key by email, in words that no one else wrote', async () => {
  const faculty = await server.signIn('faculty');
  const address = 'mira@visitors.example';
  const added = await faculty.send(addGuest, { body: { ...visitor, email: address } });
  expect(added).toMatchObject({ status: 201, body: { data: { state: 'active', can: { end: true } } } });
  const params = { id: added.body.data.id };
  const { password } = (await faculty.send(showGuestKey, { params })).body.data;
  expect(added.text).not.toContain(password);

  const email = await portal.emailWith('Your Wi-Fi key for Sawtooth College', address);
  expect(email.to).toHaveLength(1);
  expect(email.text).toContain(`Key:     ${password}`);
  expect(`${email.text}${email.html}`).not.toContain('evil');
  const { rows: jobs } = await server.database.pool.query('select t::text from jobs.job t');
  expect(JSON.stringify(jobs)).not.toContain(password);

  const other = await server.signIn('staff');
  expect((await other.send(listGuests)).body.data).toEqual([]);
  expect((await other.send(showGuestKey, { params })).status).toBe(404);
  expect((await other.send(endGuest, { params })).status).toBe(404);
  expect((await (await server.signIn('student')).send(addGuest, { body: visitor })).status).toBe(403);

  expect((await faculty.send(endGuest, { params })).status).toBe(204);
  expect((await faculty.send(endGuest, { params })).status).toBe(404);
  expect((await faculty.send(showGuestKey, { params })).status).toBe(404);
  expect((await faculty.send(listGuests)).body.data).toMatchObject([{ id: params.id, state: 'revoked' }]);
});

test('who a guest is stays encrypted in the audit log, name and address', async () => {
  const faculty = await server.signIn('faculty');
  const added = await faculty.send(addGuest, { body: visitor });
  const params = { id: added.body.data.id };
  await faculty.send(endGuest, { params });
  const { rows } = await server.database.pool.query<{
    before: unknown;
    after: unknown;
    sensitive: string | null;
  }>('select before, after, sensitive from audit_entries where subject_id = $1 order by at, id', [params.id]);
  const opened = rows.map(({ sensitive }) => server.quad.platform.secrets.decrypt('audit', sensitive ?? ''));
  const guest = { label: visitor.name, guest_email: visitor.email };
  expect(opened.map((text) => JSON.parse(text))).toEqual([
    { before: null, after: guest },
    { before: guest, after: guest },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${visitor.name}|${visitor.email}`));
});

test("a guest whose key works is listed and counted, no matter how many others' keys have ended", async () => {
  const faculty = await server.signIn('faculty');
  const { body } = await faculty.send(addGuest, { body: visitor });
  await server.database.pool.query(
    `insert into wifi_keys (id, owner_id, kind, label, guest_email, expires_at, created_at)
     select gen_random_uuid(), owner_id, 'guest', 'Guest', n || '@visitors.example', now(), now() + interval '1 hour'
     from wifi_keys, generate_series(1, 500) n`,
  );
  expect((await faculty.send(listGuests)).body.data[0]).toEqual(body.data);
  expect(await faculty.send(addGuest, { body: visitor })).toMatchObject({ body: { reason: 'known-guest' } });
});

test('guests are few, stay for two weeks at most, and ending one does not free up room in the daily limit', async () => {
  const faculty = await server.signIn('faculty');
  for (const days of [0, 15, 1.5]) {
    expect((await faculty.send(addGuest, { body: { ...visitor, days } })).status).toBe(400);
  }
  const add = (number: number) =>
    faculty.send(addGuest, { body: { ...visitor, email: `guest${number}@visitors.example` } });
  const first = await add(1);
  expect(await add(1)).toMatchObject({ status: 409, body: { reason: 'known-guest' } });
  for (let number = 2; number <= 10; number += 1) expect((await add(number)).status).toBe(201);
  expect(await add(11)).toMatchObject({ status: 409, body: { reason: 'too-many-guests' } });
  await faculty.send(endGuest, { params: { id: first.body.data.id } });
  expect(await add(12)).toMatchObject({ status: 429, body: { reason: 'too-many-today' } });
});

test.each([
  ['wifi-keys.sponsor', 403],
  ['wifi-keys.manage', 201],
])('%s alone is enough for all that its pages do', async (permission, firstKey) => {
  const campus = copyCampus(Object.keys(wifiKeys.permissions));
  campus.grant(permission, 'Conference Office');
  const own = await createTestServer({ tools: [wifiKeysServer], campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.stop();
    campus.remove();
  });
  await own.signIn('student');
  const someone = await own.signIn('nogroups');
  await own.database.pool.query(
    `update identities set groups = '{Conference Office}' where subject = 'nogroups@sawtooth.example'`,
  );
  // The dialog with the key of a guest has the network.
  expect((await someone.send(readWifiGuide)).status).toBe(200);
  const body = { email: 'student@sawtooth.example' };
  expect((await someone.send(createWifiKey, { body })).status).toBe(firstKey);
});
