import { beforeEach, expect, test } from 'vitest';
import { KnownFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { startFault, startServer } from '../../../../platform/server/mail/testing/smtp.ts';
import { startImapServer } from '../testing/imap-server.ts';
import { address, context, createReplyDesk, type ReplyDesk } from '../testing/reply-desk.ts';
import { createIncomingMail, incomingCounter } from './job.ts';
import { createImapMailbox } from './mailbox.ts';

let imap: ReplyDesk['imap'];
let desk: ReplyDesk['desk'];
let poll: ReplyDesk['poll'];
let ticketWithEmail: ReplyDesk['ticketWithEmail'];
let write: ReplyDesk['write'];
let thread: ReplyDesk['thread'];
beforeEach(async () => {
  ({ imap, desk, poll, ticketWithEmail, write, thread } = await createReplyDesk());
});

test('an email is read by its number, even in the second in which the mailbox was first seen', async () => {
  const ticket = await ticketWithEmail();
  const [since] = await desk.rows('select since from help_mailbox');
  imap.put(
    `From: student@sawtooth.example\nMessage-ID: <same@mail.example>\n${ticket.answers}\n\nSo early.`,
    new Date(since?.since.getTime() - 999),
  );
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('a flooded mailbox is looked through in parts, and no email in it is passed over', async () => {
  const ticket = await ticketWithEmail();
  for (let number = 0; number < 1_100; number += 1) imap.put('From: loop@mail.example\n\nAgain.');
  imap.inbox.splice(0, imap.inbox.length - 2);
  write([ticket.answers]);
  imap.commands.length = 0;
  expect(await poll()).toBe('Added 1 of 3 emails to their tickets.');
  const spans = imap.commands.flatMap((command) => {
    const [, first, last] = /^UID FETCH (\d+):(\S+)/.exec(command) ?? [];
    return first === undefined ? [] : [Number(last) - Number(first)];
  });
  expect(spans).toEqual([999, 999]);
});

test('another mailbox is read from its end on, and the place in the first one is kept', async () => {
  const ticket = await ticketWithEmail();
  for (let number = 0; number < 3; number += 1) write([]);
  await poll();
  const places = () => desk.rows('select name, uid_validity, last_uid from help_mailbox');
  const before = await places();
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
  expect([before.length, await places()]).toEqual([1, expect.arrayContaining(before)]);
  write([ticket.answers]);
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('a mailbox that is down is one failure for IT, and is read again once it is back', async () => {
  imap.hangsUp = /./;
  const ended =
    'The connection to the mailbox server ended. If it does each time, check the port in QUAD_IMAP_URL: usually 993 with imaps://, and 143 with imap://.';
  await expect(poll()).rejects.toThrow(ended);
  const known = (reason: string) => expect(poll()).rejects.toThrow(new KnownFailure(reason));
  await known(ended);
  imap.hangsUp = null;
  imap.password = 'another';
  await known('The mailbox rejected the user name or the password.');
  imap.password = 'secret';
  const ticket = await ticketWithEmail();
  write([ticket.answers]);
  expect(await poll()).toBe('Added 1 of 1 emails to their tickets.');
});

test('a mailbox that lets no one in is reported with what to check', async () => {
  const look = (at: string) =>
    createImapMailbox(at.replace('//', '//help:secret@')).end(new AbortController().signal);
  const { host: secure } = await startServer({ secure: true });
  await expect(look(`imaps://${secure}`)).rejects.toThrow(
    /^The certificate of the mailbox server has expired/,
  );
  const { host: closes } = await startFault((socket) => socket.destroy());
  const wrongPort = /check the port in QUAD_IMAP_URL: usually 993 with imaps:/;
  await expect(look(`imaps://${closes}`)).rejects.toThrow(wrongPort);
  await expect(look(`imap://${closes}`)).rejects.toThrow(wrongPort);
  await expect(look(imap.url.replace('help:secret@', '').replace('imap:', 'imaps:'))).rejects.toThrow(
    /^No secure connection to the mailbox server could be made\. Check its port in QUAD_IMAP_URL/,
  );
  await expect(look('imap://127.0.0.1:1')).rejects.toThrow('could not be reached: nothing listens there');
});

test('no more of an email is read than was requested, whatever the mailbox sends', async () => {
  write([]);
  imap.swells = /FETCH .*BODY/;
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  expect(imap.swollen).toBeLessThan(50 * 1024 * 1024);
});

test('an email that could not be set aside is set aside by the next reading, and counted once', async () => {
  write([]);
  imap.hangsUp = /MOVE/;
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  imap.hangsUp = null;
  expect([imap.inbox.length, imap.aside.length]).toEqual([2, 0]);
  expect(await poll()).toBe('Added 0 of 1 emails to their tickets.');
  expect([imap.inbox.length, imap.aside.length]).toEqual([1, 1]);
  // The portal is killed before it saves the place.
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

test('an email whose move ends the connection each time stays in the inbox, and holds up no later reply', {
  tags: 'long',
}, async () => {
  const ticket = await ticketWithEmail();
  write([]);
  write([ticket.answers], { text: 'Later.' });
  write([]);
  const [, stuck] = imap.inbox;
  imap.hangsUp = new RegExp(`MOVE ${stuck?.uid} `);
  await expect(poll()).rejects.toThrow('The mailbox could not be reached');
  for (let again = 0; again < 4; again += 1) await expect(poll()).rejects.toThrow(KnownFailure);
  await expect(poll()).rejects.toThrow('it stays in the inbox, unread');
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
  for (let again = 0; again < 4; again += 1) await expect(poll()).rejects.toThrow(KnownFailure);
  await expect(poll()).rejects.toThrow('it stays in the inbox, unread');
  expect((await thread(ticket.id)).messages.at(-1)).toMatchObject({ text: 'Later.' });
  expect(imap.inbox.map(({ seen }) => seen)).toEqual([false, false, true]);
});
