import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineTool } from '../../../platform/contract/tool.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { EmailDeferred } from '../../../platform/server/mail/email-deferred.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import { createDigest } from '../../../platform/server/notifications/digest.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { listNotifications, saveNotification } from '../contract.ts';
import { notificationsServer } from './index.ts';

const parcel = { title: 'Parcels', about: 'One arrived for you.', access: 'signed-in' } as const;
const parcels = defineServerTool({
  tool: defineTool({
    id: 'parcels',
    title: 'Parcels',
    permissions: { 'parcels.work': 'Work with parcels.' },
    screens: {},
    tiles: [],
    notifications: {
      'parcels.arrived': parcel,
      'parcels.lost': { ...parcel, title: 'Lost parcels', access: 'parcels.work' },
    },
  }),
  calls: {},
  start: async () => ({ routes: [] }),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools: [notificationsServer, parcels] });
});
afterAll(() => server.stop());
beforeEach(() =>
  server.database.pool.query(
    'delete from notification_choices; delete from digest_entries; update people set disabled = false',
  ),
);

const { signal } = new AbortController();
const page = 'http://localhost:3000/parcels';
const email = (key: string, notification?: { topic: string; page: string }) => ({
  key,
  to: 'student@sawtooth.example',
  subject: `Parcel ${key}`,
  text: 'Come and get it.',
  ...(notification === undefined ? {} : { notification }),
});
const arrived = { topic: 'parcels.arrived', page };

async function written(key: string) {
  return server.quad.platform.keptEmails?.read(key);
}

test('people are asked only about what they can get, and only they choose', async () => {
  const student = await server.signIn('student');
  const it = await server.signIn('it');
  const listed = { topic: 'parcels.arrived', title: 'Parcels', about: 'One arrived for you.', choice: 'now' };
  expect((await student.send(listNotifications)).body.data).toEqual([listed]);
  expect((await it.send(listNotifications)).body.data).toHaveLength(2);
  const choose = (topic: string) => student.send(saveNotification, { body: { topic, choice: 'portal' } });
  for (const topic of ['parcels.lost', 'nothing']) expect((await choose(topic)).status).toBe(404);
});

test('an email comes at once, in the digest, or not at all; security messages always come', async () => {
  const { mail } = server.quad.platform;
  const digest = createDigest(server.quad.platform);
  const context = { log: server.quad.platform.log, signal };
  const student = await server.signIn('student');
  const choices = async () => {
    const { rows } = await server.database.pool.query(
      `select before, after from audit_entries where action = 'notification.choose' order by at, id`,
    );
    return rows;
  };
  const earlier = (await choices()).length;
  const choose = (choice: 'now' | 'digest' | 'portal') =>
    student.send(saveNotification, { body: { topic: 'parcels.arrived', choice } });

  await mail.send(email('now-1', arrived), signal);
  expect((await written('now-1'))?.text).toContain('http://localhost:3000/account/notifications');

  expect((await choose('portal')).body.data.choice).toBe('portal');
  expect(await mail.send(email('portal-1', arrived), signal)).toContain('in the portal only');
  expect(await written('portal-1')).toBeNull();
  await mail.send(email('security-1'), signal);
  expect((await written('security-1'))?.text).toBe('Come and get it.');

  await choose('digest');
  for (const key of ['digest-1', 'digest-2', 'digest-2']) await mail.send(email(key, arrived), signal);
  expect(await written('digest-1')).toBeNull();
  expect(await digest.run({}, context)).toBe('Sent 1 digest.');
  const sent = (await server.quad.platform.keptEmails?.list())?.filter(
    ({ subject, to }) => subject.includes('Your day') && to.includes('student@sawtooth.example'),
  );
  expect(sent).toMatchObject([
    { to: ['student@sawtooth.example'], subject: '[Quad] Your day: 2 notifications' },
  ]);
  const { text = '' } = (await written(sent?.[0]?.id ?? '')) ?? {};
  expect(text).toContain(`Parcel digest-1\n${page}\n\nParcel digest-2\n${page}`);
  expect(await digest.run({}, context)).toBe('Sent 0 digests.');

  await choose('now');
  await mail.send(email('now-2', arrived), signal);
  expect(await written('now-2')).not.toBeNull();
  expect((await choices())[earlier]).toEqual({ before: { choice: 'now' }, after: { choice: 'portal' } });
});

test('someone who got an email of a kind may choose it, even without the permission', async () => {
  const { mail } = server.quad.platform;
  const faculty = await server.signIn('faculty');
  const choose = () => faculty.send(saveNotification, { body: { topic: 'parcels.lost', choice: 'portal' } });
  const lost = (key: string) => ({
    ...email(key, { topic: 'parcels.lost', page }),
    to: 'faculty@sawtooth.example',
  });
  expect((await choose()).status).toBe(404);
  await mail.send(lost('lost-1'), signal);
  expect(await written('lost-1')).not.toBeNull();
  const topics = (await faculty.send(listNotifications)).body.data.map(({ topic }) => topic);
  expect(topics).toEqual(['parcels.arrived', 'parcels.lost']);
  expect((await choose()).status).toBe(200);
  await mail.send(lost('lost-2'), signal);
  expect(await written('lost-2')).toBeNull();
});

test("an address that fails holds up no one else's digest, and is sent with the next try", async () => {
  const { platform } = server.quad;
  for (const name of ['student', 'staff', 'faculty']) {
    const client = await server.signIn(name);
    await client.send(saveNotification, { body: { topic: 'parcels.arrived', choice: 'digest' } });
    const to = `${name}@sawtooth.example`;
    await platform.mail.send({ ...email(`held-${name}`, arrived), to }, signal);
  }
  await server.database.pool.query(
    `update people set disabled = true where email = 'faculty@sawtooth.example'`,
  );
  const tried: string[] = [];
  const failing = {
    ...platform.mail,
    send: async ({ to }: { to: string }) => {
      tried.push(String(to));
      if (tried.length === 1) throw new EmailDeferred('The mail server asked to try again later.');
      return 'sent';
    },
  };
  const digest = createDigest({ ...platform, mail: failing });
  const context = { log: platform.log, signal };
  await expect(digest.run({}, context)).rejects.toThrow('try again later');
  expect(await digest.run({}, context)).toBe('Sent 1 digest.');
  expect(tried.toSorted()).toEqual(
    [tried[0], 'staff@sawtooth.example', 'student@sawtooth.example'].toSorted(),
  );
  const left = await server.database.pool.query('select * from digest_entries');
  expect(left.rows).toEqual([]);
});

test('no more digests are tried than at once while the mail server is away, and all are sent with the next try', async () => {
  const { platform } = server.quad;
  const names = ['student', 'staff', 'faculty', 'it', 'ra', 'mailroom'];
  for (const name of names) {
    const client = await server.signIn(name);
    await client.send(saveNotification, { body: { topic: 'parcels.arrived', choice: 'digest' } });
    await platform.mail.send({ ...email(`kept-${name}`, arrived), to: `${name}@sawtooth.example` }, signal);
  }
  let tries = 0;
  const away = {
    ...platform.mail,
    send: async () => {
      tries += 1;
      throw new JobFailure('The mail server took too long.');
    },
  };
  const context = { log: platform.log, signal };
  await expect(createDigest({ ...platform, mail: away }).run({}, context)).rejects.toThrow('took too long');
  expect(tries).toBe(mostConnections);
  expect(await createDigest(platform).run({}, context)).toBe(`Sent ${names.length} digests.`);
});

test('what is waiting for the digest is dropped when someone wants no email about it anymore', async () => {
  const { platform } = server.quad;
  const staff = await server.signIn('staff');
  const choose = (topic: string, choice: 'digest' | 'portal') =>
    staff.send(saveNotification, { body: { topic, choice } });
  const comes = (key: string, topic: string) =>
    platform.mail.send({ ...email(key, { topic, page }), to: 'staff@sawtooth.example' }, signal);
  await comes('lost-now', 'parcels.lost');
  for (const topic of ['parcels.arrived', 'parcels.lost']) await choose(topic, 'digest');
  await comes('waits-arrived', 'parcels.arrived');
  await comes('waits-lost', 'parcels.lost');
  const student = await server.signIn('student');
  await student.send(saveNotification, { body: { topic: 'parcels.arrived', choice: 'digest' } });
  await platform.mail.send(email('waits-student', arrived), signal);
  await choose('parcels.arrived', 'portal');
  const { rows } = await server.database.pool.query('select key from digest_entries order by key');
  expect(rows).toEqual([{ key: 'waits-lost' }, { key: 'waits-student' }]);
  await choose('parcels.lost', 'portal');
  expect(await createDigest(platform).run({}, { log: platform.log, signal })).toBe('Sent 1 digest.');
});

test('a digest that is sent again keeps its Message-ID only as long as it says the same', async () => {
  const { platform } = server.quad;
  const staff = await server.signIn('staff');
  await staff.send(saveNotification, { body: { topic: 'parcels.arrived', choice: 'digest' } });
  const comes = (key: string) =>
    platform.mail.send({ ...email(key, arrived), to: 'staff@sawtooth.example' }, signal);
  const got: { key: string; text: string }[] = [];
  const hangingUp = {
    ...platform.mail,
    send: async (digest: { key: string; text: string }) => {
      got.push(digest);
      if (got.length < 3) throw new Error('The mail server took it and ended the connection.');
      return 'sent';
    },
  };
  const digest = createDigest({ ...platform, mail: hangingUp });
  const context = { log: platform.log, signal };
  await comes('again-1');
  for (const _try of [1, 2]) await expect(digest.run({}, context)).rejects.toThrow('took it');
  await comes('again-2');
  expect(await digest.run({}, context)).toBe('Sent 1 digest.');
  const [first, second, third] = got;
  expect(second?.key).toBe(first?.key);
  expect(third?.key).not.toBe(first?.key);
  expect(third?.text).toContain('again-2');
});

test('a digest that the mail server refuses for good is not counted, and not retried each day', async () => {
  const { platform } = server.quad;
  const staff = await server.signIn('staff');
  await staff.send(saveNotification, { body: { topic: 'parcels.arrived', choice: 'digest' } });
  await platform.mail.send({ ...email('refused-1', arrived), to: 'staff@sawtooth.example' }, signal);
  const refusing = {
    ...platform.mail,
    send: () => Promise.reject(new JobFailure('The mail server rejected the email.', { final: true })),
  };
  const digest = createDigest({ ...platform, mail: refusing });
  expect(await digest.run({}, { log: platform.log, signal })).toBe('Sent 0 digests.');
  expect((await server.database.pool.query('select * from digest_entries')).rows).toEqual([]);
});

test('people who are blocked get no email about a topic, whichever tool sends it', async () => {
  const { mail } = server.quad.platform;
  await server.signIn('mailroom');
  const to = 'mailroom@sawtooth.example';
  await server.database.pool.query('update people set disabled = true where email = $1', [to]);
  for (const spelled of [to, 'MailRoom@Sawtooth.example'])
    expect(await mail.send({ ...email('blocked-1', arrived), to: spelled }, signal)).toContain('is blocked');
  expect(await written('blocked-1')).toBeNull();
});
