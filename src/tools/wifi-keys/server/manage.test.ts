import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { reassignAddress } from '../../../platform/server/testing/reassign-address.ts';
import type { TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  addDeviceKey,
  addGuest,
  allowWifiKey,
  createWifiKey,
  deleteWifiKey,
  listWifiKeys,
  readWifiKey,
  replaceWifiKey,
  revokeWifiKey,
} from '../contract.ts';
import { createOwnerNotice } from './owner-notice.ts';
import { serverWithMail } from './testing/server-with-mail.ts';

let portal: Awaited<ReturnType<typeof serverWithMail>>;
let server: TestServer;
beforeAll(async () => {
  portal = await serverWithMail();
  server = portal.server;
});
afterAll(() => portal.stop());
afterEach(() => server.database.pool.query('delete from wifi_keys'));

test('IT sees who has a key and until when, but never the key', async () => {
  const student = await server.signIn('student');
  const faculty = await server.signIn('faculty');
  const it = await server.signIn('it');
  const { body: key } = await student.send(createWifiKey);
  await faculty.send(createWifiKey);
  await server.database.pool.query(`update wifi_keys set expires_at = now() where id <> $1`, [key.id]);
  const all = await it.send(listWifiKeys, { query: { page: 1 } });
  expect(all.body.data).toHaveLength(2);
  expect(all.text).not.toContain(key.password);
  const { body } = await it.send(listWifiKeys, { query: { page: 1, state: 'active', search: 'STUDENT@' } });
  expect(body.data).toMatchObject([
    {
      id: key.id,
      state: 'active',
      expiresAt: key.expired_time,
      person: { email: 'student@sawtooth.example' },
      can: { replace: true, revoke: true, allow: false },
    },
  ]);
});

test('what IT revokes stays revoked until IT allows another key, and the person is notified', async () => {
  const student = await server.signIn('student');
  const it = await server.signIn('it');
  const { body: key } = await student.send(createWifiKey);
  const params = { id: key.id };
  expect((await student.send(revokeWifiKey, { params })).status).toBe(403);
  expect((await it.send(revokeWifiKey, { params })).body.data).toMatchObject({
    state: 'revoked',
    revokedBy: 'Iris Thornwell',
    can: { replace: false, revoke: false, allow: true },
  });
  expect((await it.send(revokeWifiKey, { params })).status).toBe(409);
  expect((await student.send(readWifiKey)).status).toBe(404);
  const revoked = { status: 403, body: { reason: 'revoked' } };
  expect(await student.send(createWifiKey)).toMatchObject(revoked);
  expect(await student.send(deleteWifiKey, { query: { id: key.id } })).toMatchObject(revoked);

  expect((await it.send(allowWifiKey, { params })).status).toBe(204);
  const { body: next } = await student.send(createWifiKey);
  expect(next.password).not.toBe(key.password);
  expect((await it.send(allowWifiKey, { params: { id: next.id } })).status).toBe(409);

  const notice = await portal.emailWith('Your Wi-Fi key was revoked');
  expect(notice.to?.[0]?.address).toBe('student@sawtooth.example');
  await portal.emailWith('You can get a Wi-Fi key again');
});

test('IT replaces a key without seeing it; the audit log names both, and the person is notified', async () => {
  const student = await server.signIn('student');
  const it = await server.signIn('it');
  const { body: key } = await student.send(createWifiKey);
  const replaced = await it.send(replaceWifiKey, { params: { id: key.id } });
  expect(replaced.status).toBe(200);
  const { body: next } = await student.send(readWifiKey);
  expect(next.id).toBe(replaced.body.data.id);
  expect(next.password).not.toBe(key.password);
  expect(replaced.text).not.toContain(next.password);
  const { rows } = await server.database.pool.query(
    `select actor_name, acting_for, about from audit_entries where action = 'wifi-key.replace' and subject_id = $1`,
    [next.id],
  );
  expect(rows).toEqual([
    {
      actor_name: 'Iris Thornwell',
      acting_for: expect.stringMatching(/ <student@sawtooth\.example>$/),
      about: expect.any(String),
    },
  ]);
  const notice = await portal.emailWith('Your Wi-Fi key was replaced');
  expect(`${notice.text}${notice.html}`).not.toContain(next.password);
});

test("a key is not replaced for someone who couldn't see the new one", async () => {
  const student = await server.signIn('student');
  const it = await server.signIn('it');
  const { body: key } = await student.send(createWifiKey);
  const replace = () => it.send(replaceWifiKey, { params: { id: key.id } });
  const { pool } = server.database;
  const withGroups = (groups: string) =>
    pool.query(
      `update identities set groups = $1 where person_id in (
        select id from people where email = 'student@sawtooth.example')`,
      [groups],
    );
  const block = (disabled: boolean) =>
    pool.query("update people set disabled = $1 where email = 'student@sawtooth.example'", [disabled]);
  onTestFinished(async () => {
    await withGroups('{Domain-Student}');
    await block(false);
  });
  const refused = { status: 409, body: { reason: 'not-entitled' } };
  await withGroups('{}');
  expect(await replace()).toMatchObject(refused);
  await withGroups('{Domain-Student}');
  await block(true);
  expect(await replace()).toMatchObject(refused);
  await block(false);
  expect((await student.send(readWifiKey)).body).toMatchObject({ id: key.id, password: key.password });
});

test("IT creates someone's first key with the call of the specification, without seeing it", async () => {
  const student = await server.signIn('student');
  const it = await server.signIn('it');
  const first = { body: { email: 'Student@sawtooth.example' } };
  const made = await it.send(createWifiKey, first);
  expect([made.status, made.body.password]).toEqual([201, '']);
  const { body: key } = await student.send(readWifiKey);
  expect(key).toMatchObject({ id: made.body.id, password: expect.stringMatching(/^.{16}$/) });
  // A key that works stays as it is.
  expect((await it.send(createWifiKey, first)).body.id).toBe(key.id);
  const { rows } = await server.database.pool.query(
    `select actor_name, acting_for from audit_entries where action = 'wifi-key.create' and subject_id = $1`,
    [key.id],
  );
  expect(rows).toEqual([
    { actor_name: 'Iris Thornwell', acting_for: expect.stringMatching(/ <student@sawtooth\.example>$/) },
  ]);
  await portal.emailWith('You have a Wi-Fi key');

  const reasonFor = async (email: string, who = it) => {
    const { status, body } = await who.send(createWifiKey, { body: { email } });
    return [status, (body as { reason?: string }).reason];
  };
  expect(await reasonFor('nobody@sawtooth.example')).toEqual([404, 'no-person']);
  await server.signIn('nogroups');
  expect(await reasonFor('nogroups@sawtooth.example')).toEqual([409, 'not-entitled']);
  expect((await reasonFor('it@sawtooth.example', student))[0]).toBe(403);
  await it.send(revokeWifiKey, { params: { id: key.id } });
  expect(await reasonFor('student@sawtooth.example')).toEqual([409, 'revoked-for-them']);
});

test('no first key is created for someone who left, at an address that someone new has', async () => {
  const it = await server.signIn('it');
  await server.signIn('faculty');
  const email = 'faculty@sawtooth.example';
  await reassignAddress(server.database, email);
  const refused = await it.send(createWifiKey, { body: { email } });
  expect([refused.status, refused.body]).toMatchObject([404, { reason: 'no-person' }]);
  await server.database.pool.query('delete from directory_records');
});

test('the notice about a device or a guest says whose key it was, and links to their page', async () => {
  const faculty = await server.signIn('faculty');
  const it = await server.signIn('it');
  const { body: device } = await faculty.send(addDeviceKey, { body: { label: 'Lab display' } });
  const visitor = { name: 'Gale Visitor', email: 'gale@visitors.example', days: 3 };
  const { body: guest } = await faculty.send(addGuest, { body: visitor });
  for (const { id } of [device.data, guest.data]) await it.send(revokeWifiKey, { params: { id } });
  const aboutDevice = await portal.emailWith('The Wi-Fi key for Lab display was revoked');
  expect(aboutDevice.text).toContain('/support/wifi-key\n');
  const aboutGuest = await portal.emailWith('The Wi-Fi key of Gale Visitor was ended');
  expect(aboutGuest.to?.[0]?.address).toBe('faculty@sawtooth.example');
  expect(aboutGuest.text).toContain('/support/wifi-key/guests\n');
  expect(aboutGuest.text).toContain('Your guest was not notified.');
});

test('someone who is blocked is not notified about their key', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into people (id, email, name, given_name, family_name, disabled)
     values (gen_random_uuid(), 'blocked@sawtooth.example', 'Bo Blocked', 'Bo', 'Blocked', true) returning id`,
  );
  const { platform } = server.quad;
  const about = { id: randomUUID(), personId: rows[0]?.id, kind: 'own', event: 'revoked' };
  const context = { log: platform.log, signal: new AbortController().signal };
  const said = await createOwnerNotice(platform).run(about, context);
  expect(said).toBe('This person can no longer sign in, so no email was sent.');
});

test('someone who lost the groups gets no link to a page that they may not open, and no word of a new key', async () => {
  await server.signIn('nogroups');
  const { rows } = await server.database.pool.query<{ id: string }>(
    "select id from people where email = 'nogroups@sawtooth.example'",
  );
  const { platform } = server.quad;
  const texts: string[] = [];
  const mail = { ...platform.mail, send: async ({ text }: { text: string }) => `${texts.push(text)}` };
  const notify = (event: string) =>
    createOwnerNotice({ ...platform, mail }).run(
      { id: randomUUID(), personId: rows[0]?.id, kind: 'own', event },
      { log: platform.log, signal: new AbortController().signal },
    );
  await notify('revoked');
  expect(texts).toEqual([expect.stringContaining('IT revoked this key')]);
  expect(texts[0]).not.toContain('/support/wifi-key');
  expect(await notify('allowed')).toBe("This person can't get Wi-Fi keys anymore, so no email was sent.");
  expect(texts).toHaveLength(1);
});
