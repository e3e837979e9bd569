import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTicket, readTicket } from '../../contract.ts';
import { createTestDesk, patience, submit } from '../testing/desk.ts';
import { dovecotMissing, startDovecot } from '../testing/real-dovecot.ts';
import { postfixMissing, startPostfix } from '../testing/real-postfix.ts';
import { createIncomingMail, incomingCounter } from './job.ts';
import { createImapMailbox } from './mailbox.ts';

const missing = postfixMissing() ?? dovecotMissing();
const domain = 'sawtooth.example';
const address = `help@${domain}`;

const filesIn = (maildir: string) =>
  ['new', 'cur'].flatMap((name) => {
    const folder = path.join(maildir, name);
    return readdirSync(folder).map((file) => path.join(folder, file));
  });

test.skipIf(missing !== null)(
  `Postfix and Dovecot: the requester's mailed reply is in the thread, a stranger's is not, and a vacation notice changes nothing${missing === null ? '' : ` (skipped: ${missing})`}`,
  async () => {
    const dovecot = await startDovecot();
    const postfix = await startPostfix(domain, { [address]: dovecot.inbox });
    const desk = await createTestDesk({
      variables: { QUAD_SMTP_URL: postfix.url, QUAD_IMAP_URL: dovecot.url, QUAD_IMAP_ADDRESS: address },
    });
    onTestFinished(() => desk.stop());
    const { platform } = desk.server.quad;
    const counter = incomingCounter(platform.metrics);
    const mailbox = createImapMailbox(dovecot.url);
    const job = createIncomingMail({ ...platform, mailbox, own: [address], counter, messagesPerHour: 30 });
    await desk.unschedule(job.name);
    const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
    expect(await job.run({}, context)).toBe('There was no new email.');

    // What the requester gets is what they answer.
    const student = await desk.server.signIn('student');
    const it = await desk.server.signIn('it');
    const { id, number } = await submit(student);
    const params = { id };
    await it.send(answerTicket, { params, body: { text: 'Which network do you see?', state: 'waiting' } });
    const told = await vi.waitFor(async () => {
      const emails = await Promise.all(
        filesIn(postfix.others).map((file) => PostalMime.parse(readFileSync(file))),
      );
      const found = emails.find(({ text = '' }) => text.includes('Which network do you see?'));
      if (found === undefined) throw new Error('There is no email yet.');
      return found;
    }, patience);
    expect(told).toMatchObject({ to: [{ address: `student@${domain}` }], replyTo: [{ address }] });

    const transport = createTransport(postfix.url);
    onTestFinished(() => transport.close());
    const reply = (from: string, text: string, headers: Record<string, string> = {}) =>
      transport.sendMail({
        from,
        to: address,
        subject: `Re: ${told.subject}`,
        text: `${text}\n\nOn Sat, Nov 21, 2026 at 9:14 AM Quad <no-reply@${domain}> wrote:\n> Which network do you see?\n`,
        inReplyTo: told.messageId ?? '',
        references: told.messageId ?? '',
        headers,
      });
    const thread = async () => (await student.send(readTicket, { params })).body.data;
    const arrive = async (count: number) => {
      await vi.waitFor(() => expect(filesIn(dovecot.inbox)).toHaveLength(count), patience);
      dovecot.notice();
    };
    await reply(`student@${domain}`, 'I am away until Monday.', { 'Auto-Submitted': 'auto-replied' });
    await reply('stranger@mail.example', 'Me too.');
    await arrive(2);
    expect(await job.run({}, context)).toBe('Added 0 of 2 emails to their tickets.');
    expect(await thread()).toMatchObject({ number, state: 'waiting' });
    expect((await thread()).messages).toHaveLength(2);

    // They are set aside in a folder, so only this one is in the inbox.
    await reply(`student@${domain}`, 'None at all.');
    await arrive(1);
    expect(await job.run({}, context)).toBe('Added 1 of 1 emails to their tickets.');
    expect(await job.run({}, context)).toBe('There was no new email.');
    const { state, messages } = await thread();
    expect([state, messages.length]).toEqual(['open', 3]);
    expect(messages.at(-1)).toMatchObject({ text: 'None at all.', fromDesk: false });
  },
  60_000,
);
