import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startMailServer } from '../../../../platform/server/mail/testing/mail-server.ts';
import { answerTicket, mergeTicket } from '../../contract.ts';
import { createTestDesk, patience, submit, ticketForm } from '../testing/desk.ts';
import { address, context, createReplyDesk, type ReplyDesk } from '../testing/reply-desk.ts';
import { createIncomingMail, incomingCounter } from './job.ts';
import { createImapMailbox } from './mailbox.ts';

let imap: ReplyDesk['imap'];
let desk: ReplyDesk['desk'];
let student: ReplyDesk['student'];
let it: ReplyDesk['it'];
let poll: ReplyDesk['poll'];
let ticketWithEmail: ReplyDesk['ticketWithEmail'];
let write: ReplyDesk['write'];
let notAdded: ReplyDesk['notAdded'];
let thread: ReplyDesk['thread'];
beforeEach(async () => {
  ({ imap, desk, student, it, poll, ticketWithEmail, write, notAdded, thread } = await createReplyDesk());
});

test("the requester's reply is added once, with what it quotes kept separate, and reopens the ticket", async () => {
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

  // The mailbox is re-created and renumbers its emails, with the same email in it.
  imap.uidValidity = 8;
  expect(await poll()).toBe('Added 0 of 1 emails to their tickets.');
  expect((await thread(ticket.id)).messages).toHaveLength(messages.length);
  const entries = await desk.rows("select actor_name from audit_entries where action = 'help-ticket.reply'");
  expect(entries).toEqual([{ actor_name: 'Suna Okello Lind (by email)' }]);
});

test('an email from anyone else, without the token, or from a machine changes nothing and is set aside', async () => {
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

test("a requester who was renamed may reply under either address, until the old one is someone else's", async () => {
  const ticket = await ticketWithEmail();
  const addRecord = (key: string, address: string) =>
    desk.rows(`
      insert into directory_records (key, email, person_id, account_name, given_name, family_name, title, department,
        department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
      select '${key}', '${address}', (select id from people where email = 'student@sawtooth.example' and '${key}' = 'S1'),
        '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', ''`);
  await addRecord('S1', 'Married@sawtooth.example');
  for (const from of ['married@sawtooth.example', 'student@sawtooth.example'])
    write([ticket.answers], { from, text: from });
  expect(await poll()).toBe('Added 2 of 2 emails to their tickets.');
  await addRecord('S2', 'student@sawtooth.example');
  for (const from of ['married@sawtooth.example', 'student@sawtooth.example'])
    write([ticket.answers], { from, text: from });
  expect(await poll()).toBe('Added 1 of 2 emails to their tickets.');
  expect((await thread(ticket.id)).messages.at(-1)).toMatchObject({ text: 'married@sawtooth.example' });
});

test('a reply to a merged ticket goes where the ticket continues; one that comes too late is answered 5 times an hour', async () => {
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

test("replies by email count toward a person's messages; one too many is set aside, and its sender is told", async () => {
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

test('the sender is told that their reply was not added, even if the mail server accepts that email only on a later try', {
  tags: 'long',
}, async () => {
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
  // The same email again, as after a reading that ended before it was set aside.
  imap.put(reply);
  await reading.run({}, context);
  expect([imap.aside.length, imap.inbox.length, mail.emails.length]).toEqual([2, 1, 2]);
  const carried = await other.rows(
    `select data::text from jobs.job where name = 'help-desk.reply-not-added'`,
  );
  expect(carried).toHaveLength(1);
  expect(JSON.stringify(carried)).not.toMatch(/broken|sawtooth/);
});

test('odd emails are set aside or cut off, and an honest one is read after them', async () => {
  const ticket = await ticketWithEmail();
  const before = (await thread(ticket.id)).messages.length;
  write([ticket.answers], { from: `student@sawtooth.example ${'('.repeat(50_000)}${')'.repeat(50_000)}` });
  write([ticket.answers, `Content-Type: multipart/mixed; boundary=a`], { text: '--a\n'.repeat(50_000) });
  imap.put('\x00\xff not an email');
  imap.put('');
  await poll();
  // Zero-width and broken characters in an honest reply are cleaned up.
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
