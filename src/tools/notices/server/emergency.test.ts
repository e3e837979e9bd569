import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listNotices } from '../../../platform/contract/notices.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { EmailDeferred } from '../../../platform/server/mail/email-deferred.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  changeNotice,
  dismissNotice,
  endNotice,
  giveAllClear,
  publishEmergency,
  withdrawNotice,
} from '../contract.ts';
import { createEmails } from './emails.ts';
import { noticesServer } from './index.ts';
import { createMemory } from './memory.ts';
import { mayChange, mayEnd, mayGiveAllClear, mayWithdraw } from './rules.ts';

let server: TestServer;
let it: TestClient;
let student: TestClient;
/** Of the directory, without accounts: enough for two batches, and a few who are in several groups. */
const many = { groups: ['Domain-ResLife'], people: 120 };
const few = { groups: ['Domain-MailCenter'], people: 3 };
const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-notices-'));

beforeAll(async () => {
  server = await createTestServer({ tools: [noticesServer], variables: { QUAD_DATA: dataFolder } });
  it = await server.signIn('it');
  student = await server.signIn('student');
  await server.database.pool.query(
    `insert into directory_records (account_name, content_hash, key, email, given_name, family_name, groups, kind, title, department,
       department_code, phone, fax, mailbox, confidential, active, folded)
     select '', '', key || n, key || n || '@sawtooth.example', 'A', 'B', groups, 'employee', '', '', '', '', '', '', false, true, ''
     from (values ('p', 120, '{Domain-ResLife}'::text[]),
       ('f', 3, '{Domain-MailCenter,Domain-Business,Domain-FGD}')) as kinds (key, count, groups), generate_series(1, count) n`,
  );
});
beforeEach(() =>
  rows(`with earlier as (update notices set withdrawn_at = now() where withdrawn_at is null)
    delete from throttle_counters where key like 'emergencies:%'`),
);
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const until = () => new Date(Date.now() + 3_600_000).toISOString();
const written = (title: string, change: object = {}) => ({
  title,
  text: 'Leave the building **now**.',
  audience: 'groups' as const,
  until: until(),
  ...few,
  ...change,
});
const publish = async (title: string, change?: object) =>
  (await it.send(publishEmergency, { body: written(title, change) })).body.data.id;
const showing = () =>
  rows(`select id from notices where tone = 'emergency' and withdrawn_at is null and ends_at > now()`);
/** To whom an email of it is still to be sent. */
const waiting = (noticeId: string, batch: number | null = null) =>
  rows('select from notice_recipients where notice_id = $1 and batch = coalesce($2, batch)', [
    noticeId,
    batch,
  ]);
/** A job for each batch, and an email for each person. */
const patience = { timeout: 120_000, interval: 100 };
const rows = async (statement: string, values: unknown[] = []) =>
  (await server.database.pool.query(statement, values)).rows;

/** What was read already: a file is complete once it has its name. */
const read = new Map<string, Promise<Email>>();

async function emails(words: string) {
  const folder = path.join(dataFolder, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
  for (const name of names)
    if (!read.has(name))
      read.set(
        name,
        readFile(path.join(folder, name)).then((content) => PostalMime.parse(content)),
      );
  const all = await Promise.all(read.values());
  return all.filter(({ subject }) => subject?.includes(words));
}

test('an emergency is published once the number of people is right, and once from two tabs', async () => {
  const body = written('Gas leak in Hayman');
  const wrong = await it.send(publishEmergency, { body: { ...body, people: 4 } });
  expect([wrong.status, wrong.body]).toMatchObject([
    428,
    { reason: 'other-number', fields: { people: 'It goes to 3. Type this number to publish.' } },
  ]);
  const tabs = await Promise.all([1, 2, 3].map(() => it.send(publishEmergency, { body })));
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await showing()).toHaveLength(1);
  expect((await student.send(publishEmergency, { body })).status).toBe(403);
});

test('each of them gets one email that names no one else, also when a job runs again', async () => {
  const noticeId = await publish('Gas leak in Finney', many);
  const sentNow = () => emails('Gas leak in Finney');
  await vi.waitFor(async () => expect(await sentNow()).toHaveLength(many.people), patience);
  const sent = await sentNow();
  expect(new Set(sent.map(({ to }) => to?.[0]?.address)).size).toBe(many.people);
  expect(sent.every(({ to, cc, bcc }) => to?.length === 1 && !cc?.length && !bcc?.length)).toBe(true);
  expect(sent[0]?.text).toMatch(
    /^Leave the building now\.[\s\S]*does not replace the college's alert system/,
  );
  await vi.waitFor(async () => expect(await waiting(noticeId)).toEqual([]), patience);
  const jobs = await rows(
    `select data::text from jobs.job where name = 'notices.emails' and data->>'noticeId' = $1`,
    [noticeId],
  );
  expect(jobs).toHaveLength(2);
  expect(JSON.stringify(jobs)).not.toContain('@');

  // As after a crash between an email and the note that it was sent.
  await rows(
    `insert into notice_recipients select $1, 'p' || n || '@sawtooth.example', 0, 1 from generate_series(1, 3) n`,
    [noticeId],
  );
  const { platform } = server.quad;
  const context = { signal: new AbortController().signal, log: platform.log };
  await createEmails(platform).run({ noticeId, batch: 0, version: 1 }, context);
  expect(await sentNow()).toHaveLength(many.people);
  expect(await waiting(noticeId)).toEqual([]);
}, 180_000);

test('an emergency that ends while its emails go out goes out no further', async () => {
  const noticeId = await publish('Flood in Boone');
  const { platform } = server.quad;
  const batch = 7;
  await rows(
    `insert into notice_recipients select $1, 'late' || n || '@sawtooth.example', $2, 1 from generate_series(1, 9) n`,
    [noticeId, batch],
  );
  const endsWithTheFirst: typeof platform.mail = {
    ...platform.mail,
    async send(...email) {
      await rows(`update notices set ends_at = now() where id = $1`, [noticeId]);
      return platform.mail.send(...email);
    },
  };
  const context = { signal: new AbortController().signal, log: platform.log };
  await createEmails({ ...platform, mail: endsWithTheFirst }).run({ noticeId, batch, version: 1 }, context);
  const late = (await emails('Flood in Boone')).filter(({ to }) => to?.[0]?.address?.startsWith('late'));
  // Those that were under way with the first, over the connections that a mail server gets.
  expect(late.length).toBeGreaterThanOrEqual(1);
  expect(late.length).toBeLessThanOrEqual(mostConnections);
  expect(await waiting(noticeId, batch)).toEqual([]);
});

test('a mailbox that is full holds up no one else, and gets its email with the next try', async () => {
  const noticeId = await publish('Flood in Finney');
  const { platform } = server.quad;
  const batch = 8;
  await rows(
    `insert into notice_recipients select $1, 'full' || n || '@sawtooth.example', $2, 1 from generate_series(1, 3) n`,
    [noticeId, batch],
  );
  const addresses = async () =>
    (await emails('Flood in Finney'))
      .flatMap(({ to }) => to?.[0]?.address?.match(/^full\d/)?.[0] ?? [])
      .toSorted();
  const oneIsFull: typeof platform.mail = {
    ...platform.mail,
    async send(email, signal) {
      if (email.to === 'full1@sawtooth.example') throw new EmailDeferred('Later (452 4.2.2).');
      return platform.mail.send(email, signal);
    },
  };
  const context = { signal: new AbortController().signal, log: platform.log };
  const job = createEmails({ ...platform, mail: oneIsFull });
  await expect(job.run({ noticeId, batch, version: 1 }, context)).rejects.toThrow('Later');
  expect(await addresses()).toEqual(['full2', 'full3']);
  await createEmails(platform).run({ noticeId, batch, version: 1 }, context);
  expect(await addresses()).toEqual(['full1', 'full2', 'full3']);
  expect(await waiting(noticeId, batch)).toEqual([]);
});

test('a correction by email reaches everyone once, also those whose first email is being sent at that moment', async () => {
  const it2 = await server.signIn('it2');
  const body = written('Water main', many);
  const published = await it2.send(publishEmergency, { body });
  const { id: noticeId } = published.body.data;
  const params = { id: noticeId };
  await vi.waitFor(async () => expect(await waiting(noticeId)).toEqual([]), patience);

  // A job that was cut off before it could note what it had sent. An edit that is not emailed reaches who is left.
  const someWait = (count: number) =>
    rows(
      `insert into notice_recipients select $1, 'p' || n || '@sawtooth.example', 9, 1 from generate_series(1, $2::int) n`,
      [noticeId, count],
    );
  await someWait(1);
  const edit = { ...body, tone: 'emergency' as const, text: 'Go to the gym.' };
  expect((await it2.send(changeNotice, { params, body: edit })).status).toBe(200);
  const { platform } = server.quad;
  const context = { signal: new AbortController().signal, log: platform.log };
  const first = { noticeId, batch: 9, version: 1 };
  await createEmails(platform).run(first, context);
  const toP1 = async () =>
    (await emails('Water main')).filter(({ to }) => to?.[0]?.address?.startsWith('p1@'));
  expect((await toP1()).map(({ text }) => text?.split('\n')[0]).toSorted()).toEqual([
    'Go to the gym.',
    'Leave the building now.',
  ]);

  await someWait(9);
  let correction: Promise<{ status: number }> | undefined;
  const correctedMeanwhile: typeof platform.mail = {
    ...platform.mail,
    async send(...email) {
      const update = { ...edit, text: 'The gym is closed, too.', emailUpdate: true };
      correction ??= it2.send(changeNotice, { params, body: update });
      expect((await correction).status).toBe(200);
      return platform.mail.send(...email);
    },
  };
  const result = await createEmails({ ...platform, mail: correctedMeanwhile }).run(first, context);
  expect(result).toContain('A later version has replaced this one');
  await vi.waitFor(async () => expect(await waiting(noticeId)).toEqual([]), patience);
  const corrected = (await emails('Water main')).filter(({ text }) => text?.startsWith('The gym is closed'));
  expect(corrected.map(({ subject }) => subject?.includes('Emergency update:'))).not.toContain(false);
  const addresses = corrected.map(({ to }) => to?.[0]?.address);
  expect(addresses).toHaveLength(many.people);
  expect(new Set(addresses).size).toBe(many.people);
  await it2.send(withdrawNotice, { params, body: {} });
}, 180_000);

test('an emergency is on every page of its people, stays there, and is touched only by those who may publish one', async () => {
  const business = await server.signIn('business');
  const people = few.people + 1;
  const asWritten = {
    ...written('Gas leak in Simplot', { groups: ['Domain-Business'], people }),
    tone: 'emergency' as const,
  };
  const id = await publish(asWritten.title, asWritten);
  const params = { id };
  const { body } = await business.send(listNotices);
  expect(body).toMatchObject({ data: [{ tone: 'emergency', dismissal: null }], unread: 1 });
  expect((await business.send(dismissNotice, { params: { id, version: 1 } })).body).toMatchObject({
    reason: 'is-emergency',
  });
  expect((await student.send(listNotices)).body.data).toEqual([]);
  expect((await student.fetch('GET', '/support')).text).not.toContain('Gas leak');

  const faculty = await server.signIn('faculty');
  for (const refused of [
    await faculty.send(withdrawNotice, { params, body: {} }),
    await faculty.send(giveAllClear, { params, body: { text: 'Over.' } }),
  ])
    expect(refused.status).toBe(403);
  const wider = { ...asWritten, groups: ['Domain-Business', 'Domain-Staff'] };
  expect((await it.send(changeNotice, { params, body: wider })).body).toMatchObject({
    reason: 'fixed-people',
  });
  const tamer = { ...asWritten, tone: 'info' as const };
  expect((await it.send(changeNotice, { params, body: tamer })).body).toMatchObject({ reason: 'fixed-tone' });
  const edited = await it.send(changeNotice, { params, body: { ...asWritten, text: 'Go to the gym.' } });
  expect(edited.body.data).toMatchObject({ version: 2, text: 'Go to the gym.', emailedTo: people });
  expect(await emails('Emergency update: Gas leak in Simplot')).toEqual([]);
  const update = { ...asWritten, text: 'The gym is closed, too.', emailUpdate: true };
  const emailed = (await it.send(changeNotice, { params, body: update })).body.data;
  const sent = async () => (await emails('Emergency update: Gas leak in Simplot')).map(({ text }) => text);
  expect(emailed.emailedTo).toBe(people);
  const said = expect.stringContaining('The gym is closed, too.');
  await vi.waitFor(async () => expect(await sent()).toContainEqual(said), patience);
}, 180_000);

test('the all clear ends it once, and reaches the same people', async () => {
  const groups = ['Domain-FGD'];
  const params = { id: await publish('Gas', { groups }) };
  // Now one of them, too.
  const fgd = await server.signIn('fgd');
  // The cut falls into the emoji, and half of one cannot be stored.
  const title = `${'Gas '.repeat(27)}\u{1F525}`;
  await it.send(changeNotice, { params, body: { ...written(title, { groups }), tone: 'emergency' } });
  const give = () => it.send(giveAllClear, { params, body: { text: 'The building is open.', version: 2 } });
  const answers = await Promise.all([give(), give()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await showing()).toEqual([]);
  const { body } = await fgd.send(listNotices);
  expect(body.data).toMatchObject([{ tone: 'info', title: `All clear: ${'Gas '.repeat(27)}` }]);
  await vi.waitFor(async () => expect(await emails('All clear')).toHaveLength(few.people + 1), patience);
  expect((await it.send(endNotice, { params, body: {} })).status).toBe(409);
}, 180_000);

test('an emergency for everyone is on every page of visitors, and stays while the database is away or hangs', async () => {
  const sent = { ...written('Campus is closed'), audience: 'everyone' as const, groups: [] };
  const { body } = await it.send(publishEmergency, { body: { ...sent, people: 0 } });
  const [, people = '0'] = /It goes to (\d+)/.exec(JSON.stringify(body)) ?? [];
  const published = await it.send(publishEmergency, { body: { ...sent, people: Number(people) } });
  expect(published.status).toBe(201);
  const drawn = 'Emergency: Campus is closed';
  for (const url of ['/', '/support', '/nowhere'])
    await vi.waitFor(
      async () => expect((await server.visitor.fetch('GET', url)).text).toContain(drawn),
      patience,
    );
  const memory = createMemory(server.quad.platform.reader, 0);
  const remembered = async () => (await memory.listPublic()).map(({ title }) => title);
  expect(await remembered()).toEqual([sent.title]);
  await rows('alter table notices rename to notices_away');
  try {
    expect(await remembered()).toEqual([sent.title]);
  } finally {
    await rows('alter table notices_away rename to notices');
  }
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('lock table notices in access exclusive mode');
    for (let time = 0; time < 3; time += 1)
      expect(await Promise.race([remembered(), wait(400)])).toEqual([sent.title]);
  } finally {
    await other.query('rollback');
    other.release();
  }
  await rows('update notices set withdrawn_at = now() where title = $1', [sent.title]);
  await vi.waitFor(async () => expect(await remembered()).toEqual([]), patience);
}, 180_000);

test('only people who may publish emergencies may touch one, or its all clear', () => {
  const showing = { tone: 'emergency', state: 'showing', all_clear_of: null } as const;
  const viewer = (permissions: string[]) =>
    ({ kind: 'person', permissions: new Set(permissions) }) as unknown as PersonActor;
  const [office, it] = [viewer(['notices.publish']), viewer(['notices.publish', 'notices.emergency'])];
  for (const rule of [mayChange, mayEnd, mayWithdraw, mayGiveAllClear]) {
    expect(isAllowed(rule(it, showing))).toBe(true);
    expect(isAllowed(rule(office, showing))).toBe(false);
  }
  const allClear = { ...showing, tone: 'info', all_clear_of: 'an-emergency' } as const;
  for (const rule of [mayChange, mayEnd, mayWithdraw]) {
    expect(isAllowed(rule(it, allClear))).toBe(true);
    expect(isAllowed(rule(office, allClear))).toBe(false);
  }
  expect(isAllowed(mayChange(office, { ...showing, tone: 'warning' }))).toBe(true);
  expect(isAllowed(mayGiveAllClear(it, { ...showing, tone: 'warning' }))).toBe(false);
});

test('emergencies are limited by the hour, and what is refused does not count', async () => {
  const toStudents = (number: number) =>
    written(`Number ${number}`, { groups: ['Domain-Student'], people: 1 });
  const first = await it.send(publishEmergency, { body: toStudents(1) });
  expect(first.status).toBe(201);
  const params = { id: first.body.data.id };
  const stale = { ...toStudents(1), tone: 'emergency' as const, emailUpdate: true, version: 9 };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const again = await it.send(publishEmergency, { body: toStudents(1) });
    expect(again.body).toMatchObject({ reason: 'already-showing' });
    const edited = await it.send(changeNotice, { params, body: stale });
    expect(edited.body).toMatchObject({ reason: 'stale-version' });
  }
  const answers = [];
  for (let number = 2; number <= 6; number += 1)
    answers.push((await it.send(publishEmergency, { body: toStudents(number) })).status);
  expect(answers).toEqual([201, 201, 201, 201, 429]);
});
