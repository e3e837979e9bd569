import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EmailDeferred } from '../../../platform/server/mail/email-deferred.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import { changeNotice, publishEmergency, withdrawNotice } from '../contract.ts';
import { createEmails } from './emails.ts';
import {
  type EmergencyOffice,
  few,
  many,
  openEmergencyOffice,
  patience,
  written,
} from './testing/emergency-office.ts';

let office: EmergencyOffice;
beforeAll(async () => {
  office = await openEmergencyOffice();
});
beforeEach(() => office.reset());
afterAll(() => office.close());

test('each of them gets one email that names no one else, even when a job runs again', async () => {
  const { server, rows, publish, waiting, emails } = office;
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

  // As after a crash between an email and the record that it was sent.
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

test('an emergency that ends while its emails are going out stops going out', async () => {
  const { server, rows, publish, waiting, emails } = office;
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

test('an emergency that is published leaves an earlier one, and those who wait for its emails, as they are', async () => {
  const { rows, publish, waiting } = office;
  const earlier = await publish('Ice in lot A');
  await vi.waitFor(async () => expect(await waiting(earlier)).toEqual([]), patience);
  // As if the mail server had not taken them, yet.
  await rows(
    `insert into notice_recipients select $1, 'f' || n || '@sawtooth.example', 0, 1 from generate_series(1, 3) n`,
    [earlier],
  );
  const before = await rows('select * from notices where id = $1', [earlier]);
  const groups = ['Domain-ResLife', 'Domain-MailCenter'];
  const later = await publish('Ice in lot B', { groups, people: many.people + few.people });
  await vi.waitFor(async () => expect(await waiting(later)).toEqual([]), patience);
  expect(await rows('select * from notices where id = $1', [earlier])).toEqual(before);
  expect(await waiting(earlier)).toHaveLength(3);
});

test('a mailbox that is full holds up no one else, and gets its email with the next try', async () => {
  const { server, rows, publish, waiting, emails } = office;
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

test('a correction by email reaches everyone once, even those whose first email is being sent at that moment', async () => {
  const { server, rows, waiting, emails } = office;
  const it2 = await server.signIn('it2');
  const body = written('Water main', many);
  const published = await it2.send(publishEmergency, { body });
  const { id: noticeId } = published.body.data;
  const params = { id: noticeId };
  await vi.waitFor(async () => expect(await waiting(noticeId)).toEqual([]), patience);

  // A job that was cut off before it could record what it had sent. An edit that is not emailed reaches those who are left.
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
