import { z } from 'zod';
import { sayWhoHelps, type WhoHelps } from '../../../platform/contract/who-helps.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { DeclaredPermission } from '../../../platform/server/tool/server-tool.ts';
import { helpDesk } from '../tool.ts';
import { findTicket, findToldMessage } from './queries.ts';
import { sayTickets } from './say-tickets.ts';

const data = z.object({ ticketId: z.uuid(), messageId: z.uuid() });
type Asking = z.output<typeof data>;

const accessEmail = { name: 'help-desk.access-email', data };

/** Notifies the owner of a permission that someone is asking for it, once it is committed. */
export function enqueueAccessEmail(unit: UnitOfWork, asking: Asking): Promise<void> {
  return unit.enqueue<Asking>(accessEmail, asking);
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: WhoHelps & { product: string };
  permissions: readonly DeclaredPermission[];
}

export function createAccessEmail({ reader, mail, publicUrl, campus, permissions }: EmailServices): Job {
  const { product } = campus;
  return defineJob<Asking>({
    ...accessEmail,
    title: 'Email about a request for access',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ ticketId, messageId }, { signal }) {
      const ticket = await findTicket(reader, ticketId);
      // Merging may have brought it into another ticket.
      const asked = await findToldMessage(reader, messageId);
      if (ticket === undefined || asked === undefined)
        return 'The ticket was removed first, so no email was sent.';
      const { number } = asked;
      const permission = permissions.find((one) => one.permission === ticket.permission);
      const owner = permission?.owner ?? null;
      if (permission === undefined || owner === null)
        return `Ticket #${number}: access.yaml names no owner anymore, so no email was sent.`;
      const text = [
        `${ticket.requester_name} (${ticket.requester_email}) is asking for access to ${permission.tool}:`,
        permission.about,
        '',
        ...ticket.answers
          .filter(({ question }) => question === 'Groups')
          .map(({ answer }) => `Groups of this person: ${answer}`),
        `Groups with this permission: ${permission.groups.join(', ') || 'None'}`,
        '',
        'Their reason:',
        asked.text,
        '',
        `You decide who gets this permission. Tell ${sayWhoHelps(campus)} whether to add this person to one of the groups, and mention ticket #${number}. Nothing changes until then.`,
        '',
        'At the help desk, the ticket is here:',
        publicUrl + helpDesk.screens.deskTicket.path.replace(':id', asked.ticket_id),
        '',
        `${product} sent this email. Replies to it are not read.`,
      ].join('\n');
      const subject = `[${product} #${number}] ${ticket.requester_name} is asking for access to ${permission.tool}`;
      // The owner may be an office with its own help desk, which drops automatic mail.
      const email = { key: `access-${ticketId}`, to: owner.address, subject, text, isAutomatic: false };
      const sent = await mail.send(email, signal);
      return `Ticket #${number}: ${sent}`;
    },
    about: (asking) =>
      sayTickets(
        reader,
        asking.map(({ ticketId }) => ticketId),
      ),
  });
}
