import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { DeclaredPermission } from '../../../platform/server/tool/server-tool.ts';
import { helpDesk } from '../tool.ts';
import { findTicket, selectMessages } from './queries.ts';
import { sayTickets } from './say-tickets.ts';

const data = z.object({ ticketId: z.uuid() });
type Asking = z.output<typeof data>;

const accessEmail = { name: 'help-desk.access-email', data };

/** Notifies the owner of a permission that someone asks for it, once it is committed. */
export function enqueueAccessEmail(unit: UnitOfWork, ticketId: string): Promise<void> {
  return unit.enqueue<Asking>(accessEmail, { ticketId });
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; supportTeam?: string | undefined; supportContact?: string | undefined };
  permissions: readonly DeclaredPermission[];
}

export function createAccessEmail({ reader, mail, publicUrl, campus, permissions }: EmailServices): Job {
  const { product, supportTeam = 'IT', supportContact } = campus;
  return defineJob<Asking>({
    ...accessEmail,
    title: 'Email about a request for access',
    retries: 30,
    limitSeconds: 120,
    async run({ ticketId }, { signal }) {
      const ticket = await findTicket(reader, ticketId);
      if (ticket === undefined) return 'The ticket was removed first, so no email was sent.';
      const permission = permissions.find((one) => one.permission === ticket.permission);
      const owner = permission?.owner ?? null;
      if (permission === undefined || owner === null)
        return `Ticket #${ticket.number}: access.yaml names no owner anymore, so no email was sent.`;
      const [asked] = await selectMessages(reader, ticketId);
      const contact = supportContact === undefined ? '' : ` (${supportContact})`;
      const text = [
        `${ticket.requester_name} (${ticket.requester_email}) asks for access to ${permission.tool}:`,
        permission.about,
        '',
        ...ticket.answers
          .filter(({ question }) => question === 'Groups')
          .map(({ answer }) => `Groups of this person: ${answer}`),
        `Groups with this permission: ${permission.groups.join(', ') || 'None'}`,
        '',
        'Their reason:',
        asked?.text ?? '',
        '',
        `You decide who gets this permission. Write to ${supportTeam}${contact} whether to add this person to one of the groups, and name ticket #${ticket.number}. Nothing changes until then.`,
        '',
        'At the help desk, the ticket is here:',
        publicUrl + helpDesk.screens.deskTicket.path.replace(':id', ticketId),
        '',
        `${product} sent this email. Replies to it are not read.`,
      ].join('\n');
      const subject = `[${product} #${ticket.number}] ${ticket.requester_name} asks for access to ${permission.tool}`;
      const sent = await mail.send({ key: `access-${ticketId}`, to: owner.address, subject, text }, signal);
      return `Ticket #${ticket.number}: ${sent}`;
    },
    about: (asking) =>
      sayTickets(
        reader,
        asking.map(({ ticketId }) => ticketId),
      ),
  });
}
