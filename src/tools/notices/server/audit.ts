import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { NoticeRow } from './tables.ts';

/** People were meant to read all of it, so nothing of it is sensitive. */
const columns = {
  id: 'left out',
  title: 'plain',
  text: 'plain',
  blocks: 'left out',
  tone: 'plain',
  groups: 'plain',
  starts_at: 'plain',
  ends_at: 'plain',
  link_href: 'plain',
  link_text: 'plain',
  created_by_id: 'left out',
  created_by: 'left out',
  created_at: 'left out',
  updated_at: 'left out',
  withdrawn_at: 'plain',
  version: 'left out',
  emailed_to: 'plain',
  all_clear_of: 'plain',
} satisfies AuditColumnsOf<NoticeRow>;

export function auditNotice(
  unit: UnitOfWork,
  action: 'publish' | 'edit' | 'end' | 'withdraw',
  id: string,
  before: Partial<NoticeRow> | null,
  after: Partial<NoticeRow> | null,
): void {
  unit.record({
    action: `notice.${action}`,
    subject: { type: 'notice', id, columns },
    before: before && named(before),
    after: after && named(after),
  });
}

/** No groups means everyone, but an entry without a value looks like no one. */
function named(row: Partial<NoticeRow>): Partial<NoticeRow> {
  return row.groups === null ? { ...row, groups: ['Everyone'] } : row;
}
