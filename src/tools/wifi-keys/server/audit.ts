import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { KeyRow } from './queries.ts';

const columns: AuditColumnsOf<KeyRow> = {
  id: 'left out',
  owner_id: 'plain',
  kind: 'plain',
  // The name of a guest, or what people call a device, which may name anyone.
  label: 'sensitive',
  guest_email: 'sensitive',
  sealed: 'secret',
  reference: 'left out',
  created_at: 'left out',
  expires_at: 'plain',
  expired: 'left out',
  folded: 'left out',
  noticed_at: 'left out',
  revoked_at: 'plain',
  revoked_by: 'plain',
  revoked_why: 'plain',
};

/** Adds the entry for one key. It never has the key itself. */
export function auditKey(
  unit: UnitOfWork,
  action: `wifi-key.${string}`,
  states: { before?: KeyRow; after?: KeyRow; actingFor?: string },
): void {
  const row = states.after ?? states.before;
  const subject = { type: 'wifi-key', id: row?.id ?? '', columns };
  const about = row === undefined ? {} : { about: { personId: row.owner_id } };
  unit.record({ action, subject, ...about, ...states });
}
