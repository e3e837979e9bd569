import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { FileRow } from './queries.ts';

const columns = {
  id: 'left out',
  original_filename: 'plain',
  folded_filename: 'left out',
  filepath: 'plain',
  owner_type: 'plain',
  content_type: 'plain',
  department: 'plain',
  committee: 'plain',
  groups: 'plain',
  folded_groups: 'left out',
  networks: 'plain',
  automation_managed: 'plain',
  current_version: 'plain',
  last_version: 'left out',
  version: 'left out',
  created_at: 'left out',
  created_by_id: 'left out',
  created_by: 'left out',
  kept_by_id: 'plain',
  updated_at: 'left out',
  ended: 'plain',
  ended_at: 'left out',
  ended_by: 'left out',
  before_deletion: 'left out',
  retires_at: 'plain',
  retirement_noticed_at: 'left out',
  noticed_person_id: 'left out',
} satisfies AuditColumnsOf<FileRow>;

/** What people write about a file may name anyone. */
const told = { ...columns, reason: 'sensitive', sha256: 'plain' } as const;

/** What was done to a file; the file page shows these entries as its history. */
export type FileAction =
  | 'upload'
  | 'version'
  | 'change'
  | 'delete'
  | 'withdraw'
  | 'restore'
  | 'restore-version'
  | 'extend'
  | 'hand-over'
  | 'retire'
  | 'notify'
  | 'erase'
  | 'remove';

export function auditFile(
  unit: UnitOfWork,
  action: FileAction,
  id: string,
  before: Partial<FileRow> | null,
  after: (Partial<FileRow> & { reason?: string; sha256?: string }) | null,
): void {
  unit.record({ action: `file.${action}`, subject: { type: 'file', id, columns: told }, before, after });
}
