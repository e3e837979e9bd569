import pino from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Job } from '../../../../platform/server/jobs/job.ts';
import { startMailServer } from '../../../../platform/server/mail/testing/mail-server.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { answerTicket, mergeTicket, readTicket } from '../../contract.ts';
import { createTestDesk, patience, submit, type TestDesk, ticketForm } from '../testing/desk.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { createIncomingMail, incomingCounter } from './job.ts';
import { createImapMailbox } from './mailbox.ts';

const address = 'help@sawtooth.example';
const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };

let imap: ImapServer;
let desk: TestDesk;
let student: TestClient;
let it: TestClient;
let job: Job;

beforeEach(async () => {
  imap = await startImapServer();
  desk = await createTestDesk({
    variables: { QUAD_IMAP_URL: imap.url, QUAD_IMAP_ADDRESS: address },
  });
  onTestFinished(() => desk.stop());
  student = await desk.server.signIn('student');
  it = await desk.server.signIn('it');
  const { platform } = desk.server.quad;
  const mailbox = createImapMailbox(imap.url);
  const counter = incomingCounter(platform.metrics);
  job = createIncomingMail({ ...platform, mailbox, own: [address], counter, messagesPerHour: 30 });
  await desk.unschedule(job.name);
  imap.put('From: someone@sawtooth.example\nSubject: Older than the portal\n\nHello', new Date(0));
  await poll();
});

const poll = () => job.run({}, context);

/** A ticket, and the header by which a reply names it. */
async function ticketWithEmail() {
  const ticket = await submit(student);
  const told = await vi.waitFor(async () => {
    const found = (await desk.emails()).find(({ subject }) => subject?.includes(`#${ticket.number}]`));
    if (found === undefined) throw new Error('There is no email yet.');
    return found;
  }, patience);
  return { ...ticket, email: told, answers: `In-Reply-To: ${told.messageId}` };
}

let count = 0;
function write(lines: readonly string[], { from = 'Student@Sawtooth.example', text = 'It works now.' } = {}) {
  count += 1;
  const head = [
    `From: ${from}`,
    `To: ${address}`,
    'Subject: Re: Wi-Fi',
    `Message-ID: <${count}@mail.example>`,
  ];
  imap.put([...head, ...lines, '', text].join('\n'));
}

const notAdded = async () => (await desk.emails()).filter(({ subject }) => subject?.includes('not added'));

const thread = async (id: string) => (await student.send(readTicket, { params: { id } })).body.data;

test("the requester's reply is added once, with what it quotes apart, and opens the ticket again", async () => {
  const ticket = await ticketWithEmail();
  expect(ticket.email.replyTo).toMatchObject([{ address }]);
  expect(ticket.email.text).toContain('A reply to it is added to your ticket');
  await it.send(answerTicket, { params: { id: ticket.id }, body: { text: 'Try now.', state: 'solved' } });
  const text =
    'Still not.\n\nOn Sat, Nov 21, 2026 at 9:14 AM Quad <quad@sawtooth.example>\nwrote:\n> Try now.\n>';
  write([ticket.answers], { text });
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
  expect(await poll()).toBe('There was no new email.');
  const { state, messages } = await thread(ticket.id);
  expect(state).toBe('open');
  expect(messages.at(-1)).toMatchObject({
    by: 'Suna Okello Lind',
    fromDesk: false,
    text: 'Still not.',
    quoted: expect.stringContaining('> Try now.'),
    state: 'open',
  });
  expect(imap.inbox.map(({ seen }) => seen)).toEqual([false, true]);

  // The mailbox is made again and numbers its emails anew, with the same email in it.
  imap.uidValidity = 8;
  expect(await poll()).toBe('Added 0 of 1 emails to their tickets.');
  expect((await thread(ticket.id)).messages).toHaveLength(messages.length);
  const entries = await desk.rows("select actor_name from audit_entries where action = 'help-ticket.reply'");
  expect(entries).toEqual([{ actor_name: 'Suna Okello Lind (by email)' }]);
});

test('an email of anyone else, without the token, or by a machine changes nothing and is set aside', async () => {
  const ticket = await ticketWithEmail();
  const other = await submit(student, { subject: 'Other' });
  const before = await thread(ticket.id);
  const automatic = [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Autoreply: yes',
    'List-Id: <all.sawtooth.example>',
    'Content-Type: multipart/report; boundary=x',
    'Return-Path: <>',
  ];
  write([ticket.answers], { from: 'stranger@sawtooth.example' });
  write([ticket.answers], { from: 'staff@sawtooth.example' });
  write([ticket.answers, 'From: student@sawtooth.example'], { from: 'stranger@sawtooth.example' });
  write([ticket.answers], { from: '"student@sawtooth.example" <stranger@sawtooth.example>' });
  write([]);
  write([`References: <ticket-${ticket.number}@sawtooth.example>`]);
  write([`References: <ticket-${ticket.number}.${other.id}@sawtooth.example>`]);
  for (const header of automatic) write([ticket.answers, header]);
  write([ticket.answers], { from: address });
  expect(await poll()).toBe(`Added 0 of ${8 + automatic.length} emails to their tickets.`);
  expect(await thread(ticket.id)).toEqual(before);
  expect(imap.aside).toHaveLength(8 + automatic.length);
  expect(imap.inbox).toHaveLength(1);
  // No one is answered.
  expect(await desk.rows(`select from jobs.job where name = 'help-desk.reply-not-added'`)).toEqual([]);
  const counted = await desk.server.quad.platform.metrics
    .getSingleMetric('quad_help_desk_incoming_emails_total')
    ?.get();
  const figures = Object.fromEntries(
    counted?.values.map(({ labels, value }) => [labels.outcome, value]) ?? [],
  );
  expect(figures).toEqual({ automatic: automatic.length + 2, 'not matched': 6 });
});

test('a reply to a merged ticket goes where it goes on; one that comes too late is answered 5 times an hour', async () => {
  const one = await ticketWithEmail();
  const other = await submit(student, { subject: 'The same' });
  await it.send(mergeTicket, { params: { id: one.id }, body: { into: other.number } });
  write([one.answers], { text: 'Here too.' });
  await poll();
  expect((await thread(other.id)).messages.at(-1)).toMatchObject({ text: 'Here too.' });

  await it.send(answerTicket, { params: { id: other.id }, body: { text: 'Done.', state: 'solved' } });
  await desk.rows(`update help_tickets set solved_at = now() - interval '15 days' where state = 'solved'`);
  for (let number = 0; number < 7; number += 1) write([one.answers]);
  expect(await poll()).toBe('Added 0 of 7 emails to their tickets.');
  expect((await thread(other.id)).state).toBe('solved');
  const answered = async () => {
    const { jobs } = desk.server.quad.platform;
    return (await jobs.list({ name: 'help-desk.reply-not-added', paging: { page: 1, pageSize: 10 } })).data;
  };
  await vi.waitFor(
    async () =>
      expect((await answered()).map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'done')),
    patience,
  );
  expect((await answered())[0]?.about).toBe(`#${other.number}`);
  const told = await notAdded();
  expect(told).toHaveLength(5);
  expect(told[0]).toMatchObject({ to: [{ address: 'student@sawtooth.example' }] });
});

test('replies by email count with all that a person writes; one too many is set aside, and its sender is told', async () => {
  const ticket = await ticketWithEmail();
  await desk.rows(
    `insert into help_messages (id, ticket_id, author_id, author_name, from_desk, text)
     select gen_random_uuid(), t.id, t.requester_id, '', false, 'x'
     from help_tickets t, generate_series(1, 28) where t.id = $1`,
    [ticket.id],
  );
  write([ticket.answers], { text: 'The last one.' });
  write([ticket.answers], { text: 'One too many.' });
  expect(await poll()).toBe('Added 1 of 2 emails to their tickets.');
  expect((await thread(ticket.id)).messages.map(({ text }) => text)).toEqual([
    ticketForm.description,
    ...Array.from({ length: 28 }, () => 'x'),
    'The last one.',
  ]);
  expect(imap.aside).toHaveLength(1);
  await vi.waitFor(async () => expect(await notAdded()).toHaveLength(1), patience);
  const told = await notAdded();
  expect(told).toMatchObject([{ to: [{ address: 'student@sawtooth.example' }] }]);
  expect(told[0]?.text).toContain('many messages in the past hour');
  expect(told[0]?.text).toContain(ticket.id);
});

test('a sender is told that a reply was not added, also when the mail server takes the email only later', async () => {
  const mail = await startMailServer({ refuse: (_to, times) => (times === 2 ? 451 : undefined) });
  const own = { QUAD_IMAP_URL: imap.url, QUAD_IMAP_ADDRESS: address, QUAD_SMTP_URL: mail.url };
  const other = await createTestDesk({ variables: own });
  onTestFinished(() => other.stop());
  const { platform } = other.server.quad;
  const mailbox = createImapMailbox(imap.url);
  const counter = incomingCounter(platform.metrics);
  const reading = createIncomingMail({ ...platform, mailbox, own: [address], counter, messagesPerHour: 30 });
  await other.unschedule(reading.name);
  await reading.run({}, context);
  const ticket = await submit(await other.server.signIn('student'));
  await vi.waitFor(() => expect(mail.emails).toHaveLength(1), patience);
  const [row] = await other.rows(
    `update help_tickets set state = 'solved', solved_at = now() - interval '15 days' returning mail_reference`,
  );
  const reply = `From: student@sawtooth.example\nMessage-ID: <late@mail.example>\nIn-Reply-To: <ticket-${ticket.number}.${row?.mail_reference}@sawtooth.example>\n\nStill broken.`;
  imap.put(reply);
  expect(await reading.run({}, context)).toBe('Added 0 of 1 emails to their tickets.');
  const waiting = await vi.waitFor(async () => {
    const paging = { page: 1, pageSize: 1 };
    const [found] = (await platform.jobs.list({ name: 'help-desk.reply-not-added', paging })).data;
    expect(found).toMatchObject({ state: 'waiting', reason: expect.stringContaining('451') });
    return found;
  }, patience);
  await other.server.database.database
    .transaction()
    .execute((transaction) => platform.jobs.retry(transaction, waiting?.id ?? ''));
  await vi.waitFor(() => expect(mail.emails).toHaveLength(2), patience);
  expect(mail.emails[1]?.content).toContain(`Your reply to ticket #${ticket.number} was not added`);
  // The same email once more, as after a reading that ended before it was set aside.
  imap.put(reply);
  await reading.run({}, context);
  expect([imap.aside.length, imap.inbox.length, mail.emails.length]).toEqual([2, 1, 2]);
  const carried = await other.rows(
    `select data::text from jobs.job where name = 'help-desk.reply-not-added'`,
  );
  expect(carried).toHaveLength(1);
  expect(JSON.stringify(carried)).not.toMatch(/broken|sawtooth/);
});

test('odd emails are set aside or cut, and an honest one is read after them', async () => {
  const ticket = await ticketWithEmail();
  const before = (await thread(ticket.id)).messages.length;
  write([ticket.answers], { from: `student@sawtooth.example ${'('.repeat(50_000)}${')'.repeat(50_000)}` });
  write([ticket.answers, `Content-Type: multipart/mixed; boundary=a`], { text: '--a\n'.repeat(50_000) });
  imap.put('\x00\xff not an email');
  imap.put('');
  await poll();
  // Zero-width and broken characters of an honest reply are cleaned up.
  write([ticket.answers, 'Content-Type: text/html; charset=utf-8'], {
    text: '<p>Yes &amp; <b>no</b></p><script>x()</script><blockquote>We wrote</blockquote>',
  });
  await poll();
  const { messages } = await thread(ticket.id);
  expect(messages.at(-1)).toMatchObject({ text: 'Yes & no', quoted: '> We wrote' });
  expect(messages.length - before).toBeLessThanOrEqual(2);
});

test('a reply that is too long for a ticket says so', async () => {
  const ticket = await ticketWithEmail();
  write([ticket.answers], { text: 'A line of words.\n'.repeat(600) });
  await poll();
  const text = (await thread(ticket.id)).messages.at(-1)?.text;
  expect(text).toMatch(
    /…\n\n\(This is the beginning of a longer email\. The rest can be added on this page\.\)$/,
  );
});

test('an email is read by its number, also in the second in which the mailbox was first seen', async () => {
  const ticket = await ticketWithEmail();
  const [since] = await desk.rows('select since from help_mailbox');
  imap.put(
    `From: student@sawtooth.example\nMessage-ID: <same@mail.example>\n${ticket.answers}\n\nSo early.`,
    new Date(since?.since.getTime() - 999),
  );
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('another mailbox is read from its end on, and the place in the first one is kept', async () => {
  const ticket = await ticketWithEmail();
  for (let number = 0; number < 3; number += 1) write([]);
  await poll();
  const other = await startImapServer();
  for (let number = 0; number < 2; number += 1)
    other.put(`From: someone@sawtooth.example\nMessage-ID: <people${number}@mail.example>\n\nTo people.`);
  const { platform } = desk.server.quad;
  const mailbox = createImapMailbox(other.url.replace('//help', '//people'));
  const counter = incomingCounter(platform.metrics);
  const second = createIncomingMail({ ...platform, mailbox, own: [address], counter, messagesPerHour: 30 });
  expect(await second.run({}, context)).toBe('There was no new email.');
  expect([other.inbox.length, other.aside.length]).toEqual([2, 0]);
  const reply = `From: student@sawtooth.example\nMessage-ID: <second@mail.example>\n${ticket.answers}\n\nHere.`;
  other.put(reply);
  expect(await second.run({}, context)).toBe('Added 1 of 1 emails to their tickets.');
  write([ticket.answers]);
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('a mailbox that is away is one failure for IT, and is read again once it is back', async () => {
  imap.hangsUp = /./;
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  expect(await poll()).toBe('Still so: The mailbox could not be reached, or it ended the connection.');
  imap.hangsUp = null;
  imap.password = 'another';
  expect(await poll()).toBe('Still so: The mailbox rejected the user name or the password.');
  imap.password = 'secret';
  const ticket = await ticketWithEmail();
  write([ticket.answers]);
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('an email that could not be set aside is set aside by the next reading, and counted once', async () => {
  write([]);
  imap.hangsUp = /MOVE/;
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  imap.hangsUp = null;
  expect([imap.inbox.length, imap.aside.length]).toEqual([2, 0]);
  expect(await poll()).toBe('Added 0 of 1 emails to their tickets.');
  expect([imap.inbox.length, imap.aside.length]).toEqual([1, 1]);
  // The portal is killed before it notes the place.
  await desk.rows(
    `create function kill() returns trigger language plpgsql as 'begin raise exception ''killed''; end'`,
  );
  await desk.rows('create trigger kill before update on help_mailbox for each row execute function kill()');
  write([]);
  await expect(poll()).rejects.toThrow('killed');
  await desk.rows('drop function kill cascade');
  await poll();
  expect([imap.inbox.length, imap.aside.length]).toEqual([1, 2]);
});

test('a mailbox that refuses the folder keeps emails unread, says so, and holds up no reply', async () => {
  const ticket = await ticketWithEmail();
  imap.refusesFolders = true;
  write([]);
  write([ticket.answers]);
  await expect(poll()).rejects.toThrow('does not let Quad move emails to the folder "Not matched"');
  expect(imap.inbox.map(({ seen }) => seen)).toEqual([false, false, true]);
  expect(await poll()).toBe('There was no new email.');
});

test('an email whose move ends the connection each time stays in the inbox, and holds up no later reply', async () => {
  const ticket = await ticketWithEmail();
  write([]);
  write([ticket.answers], { text: 'Later.' });
  write([]);
  const [, stuck] = imap.inbox;
  imap.hangsUp = new RegExp(`MOVE ${stuck?.uid} `);
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  for (let again = 0; again < 4; again += 1)
    expect(await poll()).toMatch(/^Still so: The mailbox could not be reached/);
  expect(await poll()).toMatch(/^Still so: The mailbox fails each time an email is read, or moved/);
  expect((await thread(ticket.id)).messages.at(-1)).toMatchObject({ text: 'Later.' });
  expect(imap.inbox.map(({ uid, seen }) => [uid, seen])).toEqual([
    [1, false],
    [stuck?.uid, false],
    [3, true],
  ]);
  expect(imap.aside).toHaveLength(1);
  expect(await poll()).toBe('There was no new email.');
  const counted = await desk.server.quad.platform.metrics
    .getSingleMetric('quad_help_desk_incoming_emails_total')
    ?.get();
  expect(counted?.values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['not matched', 2],
    ['matched', 1],
  ]);
});

test.each([
  ['ends the connection', (uid: number) => ({ hangsUp: new RegExp(`FETCH ${uid} `) })],
  ['refuses', (uid: number) => ({ refuses: new RegExp(`FETCH ${uid} `) })],
])('an email whose reading the mailbox %s each time holds up no later reply', async (_what, fault) => {
  const ticket = await ticketWithEmail();
  write([ticket.answers], { text: 'Broken.' });
  write([ticket.answers], { text: 'Later.' });
  Object.assign(imap, fault(imap.inbox[1]?.uid ?? 0));
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  for (let again = 0; again < 5; again += 1) await poll();
  expect((await thread(ticket.id)).messages.at(-1)).toMatchObject({ text: 'Later.' });
  expect(imap.inbox.map(({ seen }) => seen)).toEqual([false, false, true]);
});
