import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import type { TestServer } from '../../../platform/server/testing/test-server.ts';
import { addDeviceKey, createWifiKey } from '../contract.ts';
import { createExpiryCheck } from './expiry-notice.ts';
import { serverWithMail } from './testing/server-with-mail.ts';

let portal: Awaited<ReturnType<typeof serverWithMail>>;
let server: TestServer;
beforeAll(async () => {
  portal = await serverWithMail();
  server = portal.server;
});
afterAll(() => portal.stop());
afterEach(() => server.database.pool.query('delete from wifi_keys'));

/** Does what happens each morning. */
function check() {
  const { platform } = server.quad;
  const job = createExpiryCheck({ ...platform, noticeDays: 7 });
  return job.run({}, { log: platform.log, signal: new AbortController().signal });
}

test('people are notified once before their key expires, and the home page says so', async () => {
  const student = await server.signIn('student');
  const { body: key } = await student.send(createWifiKey);
  const { body: later } = await (await server.signIn('faculty')).send(createWifiKey);
  expect(await check()).toBe('Notified 0.');
  expect((await student.send(listWaiting)).body.data).toEqual([]);
  const endSoon = ({ id }: { id: string }) =>
    server.database.pool.query(`update wifi_keys set expires_at = now() + interval '6 days' where id = $1`, [
      id,
    ]);
  await endSoon(key);
  expect(await check()).toBe('Notified 1.');
  expect(await check()).toBe('Notified 0.');
  const email = await portal.emailWith(/^Your Wi-Fi key expires on /, 'student@sawtooth.example');
  expect(`${email.text}${email.html}`).not.toContain(key.password);
  expect((await student.send(listWaiting)).body.data).toMatchObject([
    { tool: 'wifi-keys', title: 'Replace your Wi-Fi key', link: '/support/wifi-key' },
  ]);
  await endSoon(later);
  expect(await check()).toBe('Notified 1.');
});

test.each([
  ['a guest, whose visit ends', `kind = 'guest', guest_email = 'visitor@home.example'`],
  ['a key that IT revoked', `revoked_at = now(), revoked_why = 'it'`],
  ['a key that has expired', `expires_at = now() - interval '1 minute'`],
])('no one is notified about %s', async (_what, change) => {
  const student = await server.signIn('student');
  await student.send(createWifiKey);
  await server.database.pool.query(`update wifi_keys set expires_at = now() + interval '6 days'`);
  await server.database.pool.query(`update wifi_keys set ${change}`);
  expect(await check()).toBe('Notified 0.');
});

test("the email about a device's key names it, and leaves its owner's own key alone", async () => {
  const faculty = await server.signIn('faculty');
  await faculty.send(createWifiKey);
  await faculty.send(addDeviceKey, { body: { label: 'Lab display' } });
  await server.database.pool.query(`update wifi_keys set expires_at = now() + interval '6 days'`);
  expect(await check()).toBe('Notified 2.');
  const device = await portal.emailWith(/^The Wi-Fi key for Lab display expires on /);
  expect(device.text).toContain('remove this key, and add it again');
  expect(device.text).not.toContain('Replace my key');
});

test.each([
  ['volunteer', 'now'],
  ['staff', 'digest'],
  ['reslife', 'portal'],
])(
  '%s, who lost the groups, learns by email that the key ends, and is sent to no page that refuses them: %s',
  async (name, choice) => {
    const address = `${name}@sawtooth.example`;
    const person = await server.signIn(name);
    await person.send(createWifiKey);
    const { pool } = server.database;
    await pool.query(
      `insert into notification_choices (person_id, topic, choice)
     select person_id, 'wifi-keys.expiry', $1 from identities where subject = $2
     on conflict (person_id, topic) do update set choice = excluded.choice`,
      [choice, address],
    );
    await pool.query(`update wifi_keys set expires_at = now() + interval '5 days'`);
    await pool.query(`update identities set groups = '{}' where subject = $1`, [address]);
    expect(await check()).toBe('Notified 1.');
    const { text } = await portal.emailWith(/^Your Wi-Fi key expires on /, address);
    expect(text).toContain('contact IT');
    expect(text).not.toContain('/support/wifi-key');
  },
);
