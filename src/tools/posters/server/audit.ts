import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { RequestRow } from './tables.ts';

const columns = {
  id: 'left out',
  number: 'plain',
  requester_id: 'left out',
  requester_name: 'left out',
  requester_email: 'plain',
  folded: 'left out',
  state: 'plain',
  copies: 'plain',
  // What people write may name anyone and anything.
  notes: 'sensitive',
  needed_by: 'plain',
  paper: 'plain',
  finish: 'plain',
  department: 'plain',
  budget_code: 'plain',
  estimate_cents: 'plain',
  stored_name: 'left out',
  file_name: 'plain',
  bytes: 'plain',
  width: 'plain',
  height: 'plain',
  pages: 'plain',
  created_at: 'left out',
  changed_at: 'left out',
  ended_at: 'left out',
  version: 'left out',
} satisfies AuditColumnsOf<RequestRow>;

const told = { ...columns, text: 'sensitive' } as const;

type PosterAction = 'submit' | 'move' | 'reply' | 'cancel' | 'remove-file';

export function auditPoster(
  unit: UnitOfWork,
  action: PosterAction,
  { id, requester_id }: Pick<RequestRow, 'id' | 'requester_id'>,
  before: Partial<RequestRow> | null,
  after: Partial<RequestRow> & { text?: string },
): void {
  const subject = { type: 'poster-request', id, columns: told };
  unit.record({
    action: `poster-request.${action}`,
    subject,
    before,
    after,
    about: { personId: requester_id },
  });
}
