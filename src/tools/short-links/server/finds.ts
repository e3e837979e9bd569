import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { listLinks } from '../contract.ts';
import { shortLinks } from '../tool.ts';
import type { OwnerGroups } from './owner-groups.ts';
import { selectFound } from './queries.ts';
import { scopeOf } from './scope.ts';

/** What the search finds here: short links by either address, for people who manage them. */
export function shortLinksFinds(reader: Reader, owners: OwnerGroups): FindSource[] {
  return [
    {
      id: 'links',
      title: 'Short links',
      behind: listLinks,
      async find(viewer, wanted) {
        const rows = await selectFound(reader, wanted, owners.seenBy(scopeOf(viewer)));
        return rows.map(({ id, short_url, long_url, expired }) => ({
          key: id,
          title: short_url,
          about: expired ? `Expired · ${long_url}` : long_url,
          link: `${shortLinks.screens.list.path}?${new URLSearchParams({ search: short_url })}`,
        }));
      },
    },
  ];
}
