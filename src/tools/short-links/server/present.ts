import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Link } from '../contract.ts';
import type { LinkRow } from './queries.ts';

export function presentLink(row: LinkRow): Link {
  return {
    _id: row.id,
    shortUrl: row.short_url,
    longUrl: row.long_url,
    visits: row.visits,
    lastVisitAt: isoOrNull(row.last_visit_at),
    expirationDate: isoOrNull(row.expires_at),
    expired: row.expired,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}
