import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { LogRow } from './queries.ts';

/** What residents and assistants did is in the free texts; the rest only says that there was a round. */
const columns: AuditColumnsOf<LogRow> = {
  building: 'plain',
  follow_up: 'plain',
  fire_extinguishers: 'plain',
  exit_doors: 'plain',
  safety_concerns: 'sensitive',
  warnings: 'sensitive',
  reports: 'sensitive',
  comments: 'sensitive',
  written_at: 'plain',
  submitted_by: 'plain',
  reviewed_by: 'plain',
  reviewed_on: 'plain',
  follow_up_owner: 'plain',
  // Follows from the address, which says more.
  follow_up_owner_id: 'left out',
  closing_note: 'sensitive',
  closed_by: 'plain',
  closed_on: 'plain',
  // The entry has its own id and time, and says what changed.
  id: 'left out',
  created_at: 'left out',
  version: 'left out',
  follow_up_version: 'left out',
  ticket_id: 'left out',
  ticket_requester_id: 'left out',
  ticket_number: 'plain',
};

/** Adds the audit entry for one log that was written; for a changed one, only what changed. */
export function auditLog(
  unit: UnitOfWork,
  action: `ra-log.${string}`,
  before: LogRow | null,
  after: LogRow,
): void {
  const subject = { type: 'ra-log', id: after.id, columns };
  if (before === null) unit.record({ action, subject, after });
  else unit.record({ action, subject, before: differing(before, after), after: differing(after, before) });
}

function differing(one: LogRow, other: LogRow): Partial<LogRow> {
  const entries = Object.entries(one).filter(
    ([name, value]) => String(value) !== String(other[name as keyof LogRow]),
  );
  return Object.fromEntries(entries) as Partial<LogRow>;
}
