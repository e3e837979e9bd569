import { z } from 'zod';
import { sayWhoHelps, type WhoHelps } from '../../../../platform/contract/who-helps.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../../platform/server/mail/mail.ts';
import type { Throttle } from '../../../../platform/server/throttle/throttle.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { helpDesk } from '../../tool.ts';
import { findTicket } from '../queries.ts';
import { mayOpenPages } from '../reach.ts';
import { sayTickets } from '../say-tickets.ts';

/** Why a reply to a ticket was not added to it. */
const reasons = ['over', 'too many'] as const;

/** Nothing from the reply: a job's data is kept for weeks. */
const data = z.object({
  messageKey: z.string(),
  ticketId: z.uuid(),
  personId: z.uuid(),
  outcome: z.enum(reasons),
});
type NotAdded = z.output<typeof data>;

const notAdded = { name: 'help-desk.reply-not-added', data };

/** How many emails a person gets in answer to theirs, whatever they send (RFC 3834, section 2). */
const answers = { limit: 5, windowSeconds: 60 * 60 };

/** Notifies the requester of a ticket that their reply was not added, once that is committed. */
export function enqueueNotAdded(unit: UnitOfWork, reply: NotAdded): Promise<void> {
  return unit.enqueue<NotAdded>(notAdded, reply);
}

interface NotAddedServices {
  reader: Reader;
  mail: Mail;
  throttle: Throttle;
  permissionsOf: Platform['permissionsOf'];
  publicUrl: string;
  campus: WhoHelps & { product: string };
}

export function createNotAdded(services: NotAddedServices): Job {
  const { reader, mail, throttle, publicUrl, campus } = services;
  return defineJob<NotAdded>({
    ...notAdded,
    title: 'Email about a reply that was not added',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ messageKey, ticketId, personId, outcome }, { signal, isRetry }) {
      const ticket = await findTicket(reader, ticketId);
      if (ticket === undefined) return 'The ticket was removed first, so no email was sent.';
      const { number } = ticket;
      const to = await findAddress(reader, personId);
      if (to === null) return `Ticket #${number}: the account is gone, so no email was sent.`;
      // A retry was counted by the first try.
      if (isRetry !== true && !(await throttle.take(`help-desk-answer:${personId}`, answers)).allowed)
        return `Ticket #${number}: its requester got ${answers.limit} of these emails within the hour, so no more were sent.`;
      const { submit, ticket: page } = helpDesk.screens;
      const why = {
        over: 'it was solved more than 14 days ago.',
        'too many': 'you have written many messages in the past hour.',
      };
      const next = (await mayOpenPages(services, personId))
        ? {
            over: ['If you still need help, submit a new ticket:', publicUrl + submit.path],
            'too many': [
              'Reply again later, by email or on the page of the ticket:',
              publicUrl + page.path.replace(':id', ticketId),
            ],
          }
        : {
            over: [`If you still need help, contact ${sayWhoHelps(campus)}.`],
            'too many': ['Reply again later.'],
          };
      const text = [
        `Your reply to ticket #${number} was not added: ${why[outcome]}`,
        '',
        ...next[outcome],
      ].join('\n');
      const subject = `[${campus.product} #${number}] Your reply was not added`;
      const key = `ticket-not-added-${messageKey.slice(0, 32)}`;
      return `Ticket #${number}: ${await mail.send({ key, to, subject, text }, signal)}`;
    },
    about: (replies) =>
      sayTickets(
        reader,
        replies.map(({ ticketId }) => ticketId),
      ),
  });
}
