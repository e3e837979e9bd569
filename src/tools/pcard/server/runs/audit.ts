import type { AuditColumnsOf } from '../../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { KnownRun } from './queries.ts';

const columns = {
  id: 'left out',
  journal_log_number: 'plain',
  profile: 'plain',
  file_name: 'plain',
  fingerprint: 'left out',
  processed_at: 'left out',
  processed_by_id: 'left out',
  processed_by: 'left out',
  transactions: 'plain',
  lines: 'plain',
  dropped: 'plain',
  repeated: 'plain',
  debit_cents: 'plain',
  credit_cents: 'plain',
  has_file: 'left out',
  voided_at: 'plain',
  voided_by: 'left out',
  // What people write may name anyone.
  void_reason: 'sensitive',
  version: 'left out',
} satisfies AuditColumnsOf<KnownRun>;

export function auditRun(
  unit: UnitOfWork,
  action: 'process' | 'void',
  before: KnownRun | null,
  after: KnownRun,
): void {
  unit.record({
    action: `pcard-run.${action}`,
    subject: { type: 'pcard-run', id: after.id, columns },
    before,
    after,
  });
}
