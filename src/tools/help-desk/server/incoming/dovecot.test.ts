import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readTicket } from '../../contract.ts';
import { createTestDesk, patience, submit } from '../testing/desk.ts';
import { dovecotMissing, startDovecot } from '../testing/real-dovecot.ts';
import { createIncomingMail, incomingCounter } from './job.ts';
import { createImapMailbox } from './mailbox.ts';

const missing = dovecotMissing();
const address = 'help@sawtooth.example';

test.skipIf(missing !== null)(
  `Dovecot: the requester's reply is in the thread, a stranger's is not, and a vacation notice changes nothing${missing === null ? '' : ` (skipped: ${missing})`}`,
  async () => {
    const dovecot = await startDovecot();
    const desk = await createTestDesk({
      variables: { QUAD_IMAP_URL: dovecot.url, QUAD_IMAP_ADDRESS: address },
    });
    onTestFinished(() => desk.stop());
    const { platform } = desk.server.quad;
    const counter = incomingCounter(platform.metrics);
    const mailbox = createImapMailbox(dovecot.url);
    const job = createIncomingMail({ ...platform, mailbox, own: [address], counter });
    await desk.unschedule(job.name);
    const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
    expect(await job.run({}, context)).toBe('There was no new email.');

    const student = await desk.server.signIn('student');
    const { id, number } = await submit(student);
    const told = await vi.waitFor(async () => {
      const found = (await desk.emails()).find(({ subject }) => subject?.includes(`#${number}]`));
      if (found === undefined) throw new Error('There is no email yet.');
      return found;
    }, patience);
    const put = (from: string, key: string, more = '') =>
      dovecot.put(
        `From: ${from}\nTo: ${address}\nMessage-ID: <${key}@mail.example>\nIn-Reply-To: ${told.messageId}\n${more}\nFrom ${key}.\n`,
      );
    put('student@sawtooth.example', 'requester');
    put('stranger@mail.example', 'stranger');
    put('student@sawtooth.example', 'vacation', 'Auto-Submitted: auto-replied\n');
    expect(await job.run({}, context)).toBe('Added 1 of 3 emails to their tickets.');
    expect(await job.run({}, context)).toBe('There was no new email.');
    const { messages } = (await student.send(readTicket, { params: { id } })).body.data;
    expect(messages.map(({ text }) => text)).toEqual([expect.any(String), 'From requester.']);
    const { lastUid } = await mailbox.end(context.signal);
    expect(lastUid).toBe(3);
  },
);
