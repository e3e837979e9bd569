import pino from 'pino';
import { onTestFinished, vi } from 'vitest';
import { readTicket } from '../../contract.ts';
import { createIncomingMail, incomingCounter } from '../incoming/job.ts';
import { createImapMailbox } from '../incoming/mailbox.ts';
import { createTestDesk, patience, submit } from './desk.ts';
import { startImapServer } from './imap-server.ts';

export const address = 'help@sawtooth.example';
export const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };

export type ReplyDesk = Awaited<ReturnType<typeof createReplyDesk>>;

/** A help desk that reads replies from a mailbox, for one test. */
export async function createReplyDesk() {
  const imap = await startImapServer();
  const desk = await createTestDesk({
    variables: { QUAD_IMAP_URL: imap.url, QUAD_IMAP_ADDRESS: address },
  });
  onTestFinished(() => desk.stop());
  const student = await desk.server.signIn('student');
  const it = await desk.server.signIn('it');
  const { platform } = desk.server.quad;
  const mailbox = createImapMailbox(imap.url);
  const counter = incomingCounter(platform.metrics);
  const job = createIncomingMail({ ...platform, mailbox, own: [address], counter, messagesPerHour: 30 });
  await desk.unschedule(job.name);
  imap.put('From: someone@sawtooth.example\nSubject: Older than the portal\n\nHello', new Date(0));
  const poll = () => job.run({}, context);
  await poll();

  /** A ticket, and the header by which a reply identifies it. */
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
  function write(
    lines: readonly string[],
    { from = 'Student@Sawtooth.example', text = 'It works now.' } = {},
  ) {
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
  return { imap, desk, student, it, poll, ticketWithEmail, write, notAdded, thread };
}
