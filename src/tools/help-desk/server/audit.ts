import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { TicketRow } from './tables.ts';

/** What people write to the help desk may name anyone and anything. */
const columns = {
  id: 'left out',
  number: 'plain',
  requester_id: 'left out',
  requester_name: 'left out',
  requester_email: 'plain',
  subject: 'sensitive',
  folded: 'left out',
  category: 'plain',
  answers: 'sensitive',
  state: 'plain',
  assignee_id: 'left out',
  assignee_name: 'plain',
  waiting_since: 'left out',
  created_at: 'left out',
  changed_at: 'left out',
  solved_at: 'left out',
  version: 'left out',
  log_id: 'plain',
  helped: 'plain',
  merged_into: 'plain',
  incident_id: 'plain',
  mail_reference: 'left out',
  handed_to: 'plain',
  handed_at: 'left out',
  handed_number: 'plain',
  permission: 'plain',
} satisfies AuditColumnsOf<TicketRow>;

const told = { ...columns, text: 'sensitive', attachments: 'plain' } as const;

export type TicketAction =
  | 'submit'
  | 'reply'
  | 'close'
  | 'answer'
  | 'note'
  | 'change'
  | 'merge'
  | 'rate'
  | 'hand-over'
  | 'keep'
  | 'ignore-email'
  | 'remove';

type Told = Partial<TicketRow> & { text?: string; attachments?: number };

export function auditTicket(
  unit: UnitOfWork,
  action: TicketAction,
  { id, requester_id }: Pick<TicketRow, 'id' | 'requester_id'>,
  before: Told | null,
  after: Told,
): void {
  const subject = { type: 'help-ticket', id, columns: told };
  unit.record({ action: `help-ticket.${action}`, subject, before, after, about: { personId: requester_id } });
}
