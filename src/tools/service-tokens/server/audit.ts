import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { TokenRow } from './queries.ts';

/** The secret need not be left out: a row that is read never has its hash. */
const columns: AuditColumnsOf<TokenRow> = {
  id: 'left out',
  name: 'plain',
  hint: 'plain',
  permissions: 'plain',
  path_prefix: 'plain',
  groups: 'plain',
  everyone: 'plain',
  networks: 'plain',
  expires_at: 'plain',
  expired: 'left out',
  created_at: 'left out',
  created_by: 'left out',
  created_by_id: 'left out',
  kept_by_id: 'plain',
  last_used_at: 'plain',
  last_used_from: 'plain',
  revoked_at: 'left out',
  revoked_by: 'left out',
};

/** Adds the entry for one token. */
export function auditToken(
  unit: UnitOfWork,
  action: `service-token.${string}`,
  states: { before?: TokenRow; after?: TokenRow },
): void {
  const id = (states.after ?? states.before)?.id ?? '';
  unit.record({ action, subject: { type: 'service-token', id, columns }, ...states });
}
