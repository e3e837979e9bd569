import { z } from 'zod';
import { sayWhoHelps, type WhoHelps } from '../../../platform/contract/who-helps.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { helpDesk } from '../tool.ts';
import { findToldMessage, type ToldMessage } from './queries.ts';
import { mayOpenPages } from './reach.ts';
import { sayTickets } from './say-tickets.ts';

/** People choose how they get these. */
export const ticketTopic = 'help-desk.tickets';

/** Nothing from the ticket: a job's data is kept for weeks. */
const data = z.object({ messageId: z.uuid() });
type Told = z.output<typeof data>;

const ticketEmail = { name: 'help-desk.email', data };

/** Notifies the requester of a message in their ticket once it is committed. */
export function enqueueEmail(unit: UnitOfWork, messageId: string): Promise<void> {
  return unit.enqueue<Told>(ticketEmail, { messageId });
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  permissionsOf: Platform['permissionsOf'];
  publicUrl: string;
  campus: WhoHelps & { product: string };
  /** Where replies are read; `null`: nowhere. */
  replyTo: string | null;
}

export function createTicketEmail(services: EmailServices): Job {
  const { reader, mail, publicUrl, campus, replyTo } = services;
  return defineJob<Told>({
    ...ticketEmail,
    title: 'Email about a help desk ticket',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ messageId }, { signal }) {
      const message = await findToldMessage(reader, messageId);
      if (message === undefined) return 'The ticket was removed first, so no email was sent.';
      if (message.email === null) return `The requester of ticket #${message.number} is blocked or has left.`;
      // Solved here says nothing about the other help desk.
      if (message.handed_at !== null && message.text === '')
        return `Ticket #${message.number} was handed over, so no email was sent.`;
      const page = publicUrl + helpDesk.screens.ticket.path.replace(':id', message.ticket_id);
      const sent = await mail.send(
        compose(message, {
          to: message.email,
          page,
          mayOpen: await mayOpenPages(services, message.requester_id),
          helper: sayWhoHelps(campus),
          product: campus.product,
          replyTo: message.handed_to === null ? replyTo : null,
        }),
        signal,
      );
      return `Ticket #${message.number}: ${sent}`;
    },
    about: (told) =>
      sayTickets(
        reader,
        told.map(({ messageId }) => messageId),
      ),
  });
}

interface Frame {
  to: string;
  page: string;
  /** Someone who lost the groups still gets answers, but can't open the page. */
  mayOpen: boolean;
  /** Whom to contact, and how. */
  helper: string;
  product: string;
  replyTo: string | null;
}

function compose(message: ToldMessage, frame: Frame): Email {
  const { to, page, product, replyTo } = frame;
  const { number, subject, is_first, mail_reference, from_desk } = message;
  // It identifies every email about the ticket, and so every reply to one of them (`incoming/read-email.ts`).
  const first = `ticket-${number}.${mail_reference}`;
  const text = [
    // What started a ticket that was merged into an older one is no longer the first message.
    ...(from_desk ? answer(message, frame) : confirmation(message, page)),
    '',
    replyTo === null
      ? `${product} sent this email. Replies to it are not read.`
      : `${product} sent this email. A reply to it is added to your ticket, without its attachments.`,
  ].join('\n');
  const notification = { topic: ticketTopic, page };
  const email = {
    to,
    subject: `[${product} #${number}] ${subject}`,
    text,
    notification,
    ...(replyTo === null ? {} : { replyTo }),
  };
  return is_first ? { ...email, key: first } : { ...email, key: `${first}.${message.id}`, thread: [first] };
}

function confirmation({ number, subject, handed_to }: ToldMessage, page: string): string[] {
  return [
    `We received your ticket #${number}: ${subject}`,
    '',
    ...(handed_to === null
      ? [
          'Follow it, add to it, or close it here:',
          page,
          '',
          "You'll get another email when the help desk answers.",
        ]
      : ['The help desk will answer you by email. What you wrote is here:', page]),
  ];
}

function answer(message: ToldMessage, frame: Frame): string[] {
  const { number, author_name, text, attachments } = message;
  const files = attachments === 1 ? 'One file is' : `${attachments} files are`;
  return [
    text === ''
      ? `Your ticket #${number} has changed.`
      : `${author_name} at the help desk answered your ticket #${number}:`,
    ...(text === '' ? [] : ['', text]),
    ...(attachments === 0 ? [] : ['', `${files} attached to this answer, on the page of the ticket.`]),
    '',
    ...(frame.mayOpen ? [whatNext(message), frame.page] : [withoutPage(message, frame)]),
  ];
}

function withoutPage({ state, handed_at }: ToldMessage, { helper, replyTo }: Frame): string {
  if (handed_at !== null) return 'Another help desk is working on it now. Reply to its emails.';
  const outcome = state === 'solved' ? 'The help desk marked it as solved. ' : '';
  const way = replyTo === null ? `contact ${helper}` : 'reply to this email';
  return `${outcome}Your account can't open the page of this ticket anymore. If you still need help, ${way}.`;
}

function whatNext({ state, handed_at }: ToldMessage): string {
  if (handed_at !== null)
    return 'Another help desk is working on it now. Reply to its emails. This ticket is here:';
  return state === 'solved'
    ? 'The help desk marked it as solved. Did this help? Say so on its page, or reply there within 14 days:'
    : 'Reply on its page:';
}
