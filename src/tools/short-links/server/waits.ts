import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { shortLinks } from '../tool.ts';
import type { OwnerGroups } from './owner-groups.ts';
import { ownedBy, scopeOf } from './scope.ts';
import { isCheckOf, isExpired } from './search.ts';

/** Links with a broken target, for people who manage them. */
export async function listBrokenLinks(
  reader: Reader,
  viewer: PersonActor,
  owners: OwnerGroups,
): Promise<readonly WaitingEntry[]> {
  const owned = owners.seenBy(scopeOf(viewer));
  if (owned.length === 0) return [];
  const rows = await readRows(
    reader,
    sql<{ links: number; since: Date }>`
      select count(*) as links, min(c.broken_at) as since
      from short_links join short_link_checks c on ${isCheckOf}
      where c.broken_at is not null and not ${isExpired} and ${ownedBy(owned)} having count(*) > 0`,
  );
  return rows.map(({ links, since }) => ({
    key: 'broken',
    title:
      links === 1
        ? 'Correct a short link with a broken target'
        : `Correct ${links.toLocaleString('en-US')} short links with a broken target`,
    count: links,
    since,
    link: `${shortLinks.screens.list.path}?state=broken`,
  }));
}
