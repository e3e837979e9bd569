import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';

/** Addresses are meant to be printed on walls: nothing in them is sensitive. */
const columns: AuditColumnsOf<ReturnType<typeof audited>> = {
  shortUrl: 'plain',
  longUrl: 'plain',
  expirationDate: 'plain',
  ownerGroups: 'plain',
};

export interface AuditedLink {
  id: string;
  short_url: string;
  long_url: string;
  expires_at: Date | string | null;
  owner_groups?: readonly string[];
}

/** Adds the audit entry for one link that was written. */
export function auditLink(
  unit: UnitOfWork,
  action: `short-link.${string}`,
  before: AuditedLink | null,
  after: AuditedLink | null,
): void {
  const id = (after ?? before)?.id ?? '';
  unit.record({
    action,
    subject: { type: 'short-link', id, columns },
    before: before === null ? null : audited(before),
    after: after === null ? null : audited(after),
  });
}

function audited({ short_url, long_url, expires_at, owner_groups = [] }: AuditedLink) {
  const expirationDate = expires_at instanceof Date ? expires_at.toISOString() : expires_at;
  return { shortUrl: short_url, longUrl: long_url, expirationDate, ownerGroups: owner_groups };
}
