import { expect, test, vi } from 'vitest';
import type { Email } from '../../../../platform/server/mail/email.ts';
import { startMailServer } from '../../../../platform/server/mail/testing/mail-server.ts';
import { readTicket, submitTicket } from '../../contract.ts';
import { patience, ticketForm } from '../testing/desk.ts';
import { deskWith } from '../testing/zammad.ts';
import { handOverByEmail } from './by-email.ts';

const files = { attachments: [{ fileName: 'stripe.txt', content: 'green', contentType: 'text/plain' }] };

test('an email about a requester without an account has no one to reply to', async () => {
  const sent: Email[] = [];
  const send = async (email: Email) => {
    sent.push(email);
    return 'Sent.';
  };
  const services = {
    mail: { send },
    publicUrl: 'https://quad.example',
    campus: { product: 'Quad' },
  };
  const ticket = {
    id: '1',
    number: 7,
    requester: { name: 'Suna Okafor', email: null },
    subject: 'No Wi-Fi',
    category: null,
    answers: [],
    messages: [],
    attachments: [],
  };
  const desk = handOverByEmail({ ...services, to: 'desk@helpers.example' });
  await desk.send(ticket, AbortSignal.timeout(1_000));
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty('replyTo');
  expect(sent[0]?.text).toContain("Suna Okafor is blocked or has left, and can't get a reply.");
});

test('handed over by email: from the portal, answered to the requester, not marked as automatic', async () => {
  const { desk, student } = await deskWith({ kind: 'email', to: 'desk@helpers.example' });
  const hostile = { ...ticketForm, subject: 'x\r\nBcc: a@evil.example' };
  // More than the storage reads at once.
  const content = Array.from({ length: 300_000 }, (_one, at) => `line ${at}`).join('\n');
  const [file] = files.attachments;
  const large = { attachments: [{ ...file, content }] } as typeof files;
  const { number, id } = (await student.send(submitTicket, { body: hostile, files: large })).body.data;
  const email = await vi.waitFor(async () => {
    const found = (await desk.emails()).find(({ to }) => to?.[0]?.address === 'desk@helpers.example');
    if (found === undefined) throw new Error('It is not there yet.');
    return found;
  }, patience);
  expect(email).toMatchObject({
    from: { address: 'no-reply@sawtooth.example' },
    to: [{ address: 'desk@helpers.example' }],
    replyTo: [{ address: 'student@sawtooth.example' }],
    subject: `[Quad #${number}] x Bcc: a@evil.example`,
    messageId: `<ticket-${number}@sawtooth.example>`,
    attachments: [{ filename: 'stripe.txt' }],
  });
  const [sent] = email.attachments;
  expect(Buffer.from(sent?.content as ArrayBuffer).toString() === content).toBe(true);
  expect([email.cc, email.bcc]).toEqual([undefined, undefined]);
  expect(email.headers.map(({ key }) => key)).not.toContain('auto-submitted');
  await vi.waitFor(async () => {
    const { body } = await student.send(readTicket, { params: { id } });
    expect(body.data).toMatchObject({ isHandedOver: true, handedNumber: null });
  }, patience);
});

test('a ticket whose email fails for another reason is not sent without its attachments', async () => {
  const sent: Email[] = [];
  const send = async (email: Email) => {
    sent.push(email);
    throw new Error('No route to the mail server.');
  };
  const services = { mail: { send }, publicUrl: 'https://quad.example', campus: { product: 'Quad' } };
  const ticket = {
    id: '1',
    number: 7,
    requester: { name: 'Suna Okafor', email: 'student@sawtooth.example' },
    subject: 'No Wi-Fi',
    category: null,
    answers: [],
    messages: [],
    attachments: [
      { fileName: 'stripe.txt', mediaType: 'text/plain', bytes: 5, read: async () => Buffer.from('green') },
    ],
  };
  const desk = handOverByEmail({ ...services, to: 'desk@helpers.example' });
  await expect(desk.send(ticket, AbortSignal.timeout(1_000))).rejects.toThrow('No route');
  expect(sent.map(({ key, attachments }) => [key, attachments?.length])).toEqual([['ticket-7', 1]]);
});

test('a mail server that refuses the size gets the ticket with a link to its attachments', async () => {
  const mailServer = await startMailServer({ mostBytes: 200_000 });
  const handOver = { kind: 'email', to: 'desk@helpers.example' };
  const { student } = await deskWith(handOver, { QUAD_SMTP_URL: mailServer.url });
  const [file] = files.attachments;
  const large = { attachments: [{ ...file, content: 'green '.repeat(50_000) }] };
  await student.send(submitTicket, { body: ticketForm, files: large as typeof files });
  const got = () => mailServer.emails.filter(({ to }) => to === 'desk@helpers.example');
  await vi.waitFor(() => expect(got()).toHaveLength(1), patience);
  expect(got()[0]?.content).toContain('too large for an email');
});
