import { v7 as uuid } from 'uuid';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { auditTicket } from './audit.ts';
import { enqueueEmail } from './email.ts';
import { enqueueHandOver } from './hand-over/enqueue.ts';
import type { HelpDesk } from './help-desk.ts';
import { type Answer, helpTables, type TicketRow } from './tables.ts';
import { addMessage } from './thread.ts';

interface NewTicket {
  subject: string;
  description: string;
  category: string | null;
  answers: readonly Answer[];
  log_id?: string | null;
  permission?: string;
  assignee?: { readonly id: string; readonly name: string } | undefined;
  uploads?: readonly StoredUpload[];
}

/** Stores a person's ticket with its first message, confirms it by email, and hands it over if configured. */
export async function storeTicket(
  desk: HelpDesk,
  unit: UnitOfWork,
  actor: PersonActor,
  ticket: NewTicket,
): Promise<{ row: TicketRow; messageId: string }> {
  const { subject, description, category, answers, log_id = null, assignee, uploads = [] } = ticket;
  const words = [subject, actor.name, actor.email, description, ...answers.map(({ answer }) => answer)];
  const row = await helpTables(unit.transaction)
    .insertInto('help_tickets')
    .values({
      id: uuid(),
      requester_id: actor.id,
      requester_name: actor.name,
      requester_email: actor.email,
      subject,
      folded: foldCase(words.join('\n')),
      category,
      answers: JSON.stringify(answers),
      state: 'new',
      assignee_id: assignee?.id ?? null,
      assignee_name: assignee?.name ?? null,
      solved_at: null,
      log_id,
      helped: null,
      merged_into: null,
      incident_id: null,
      handed_to: desk.handOver?.kind ?? null,
      handed_at: null,
      handed_number: null,
      permission: ticket.permission ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const message = { ticketId: row.id, fromDesk: false, text: description, state: null, uploads };
  const messageId = await addMessage(unit, actor, message);
  auditTicket(unit, 'submit', row, null, { ...row, text: description, attachments: uploads.length });
  await enqueueEmail(unit, messageId);
  if (row.handed_to !== null) await enqueueHandOver(unit, row.id);
  return { row, messageId };
}
