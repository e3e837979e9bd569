import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { exportLinks, importLinks } from '../contract.ts';
import { shortLinks } from '../tool.ts';
import { auditLink } from './audit.ts';
import { authorOf, lockAndForget, lockLink } from './operations.ts';
import { isInScope } from './scope.ts';
import { isExpired } from './search.ts';
import type { ShortLinks } from './short-links.ts';
import { keepTarget, linkTables, updateLink } from './write-queries.ts';

const linksOf = (id: unknown) =>
  sql`short_links where coalesce(kept_by_id, created_by_id) = ${id} and not ${isExpired}`;

/** Links that someone added or took over: they are asked when one is out of date. Its owner groups decide who may change it. */
export function linkBelongings(links: ShortLinks): Belongings {
  return {
    kind: 'short-links.links',
    title: 'Short links',
    noun: ['short link', 'short links'],
    async list(reader, { id }) {
      const rows = await readRows(
        reader,
        sql<{ id: string; short_url: string }>`
          select id, short_url from ${linksOf(id)}
          order by created_at, id limit ${mostListed}`,
      );
      return rows.map(({ id: key, short_url }) => ({
        key,
        title: `/r/${short_url}`,
        link: `${shortLinks.screens.list.path}?search=${short_url}` as typeof shortLinks.screens.list.path,
      }));
    },
    owners: (reader, people) => selectOwners(reader, people, linksOf(eachOwner.id)),
    mayHave: ({ name, permissions }) =>
      permissions.has(exportLinks.access) || `${name} does not manage short links.`,
    async handOver({ to, ...handOver }) {
      const link = await holdOwn(handOver, lockLink);
      if (link === undefined) return notTheirs;
      const scope = to.permissions.has(importLinks.access) ? 'all' : to.groups;
      if (!isInScope(scope, link.owner_groups))
        return `${to.name} is in none of the groups that own this link.`;
      const { unit, from, key } = handOver;
      await linkTables(unit.transaction)
        .updateTable('short_links')
        .set({ kept_by_id: to.id })
        .where('id', '=', key)
        .execute();
      const subject = { type: 'short-link', id: key, columns: { keptBy: 'plain' } } as const;
      unit.record({
        action: 'short-link.hand-over',
        subject,
        before: { keptBy: from.email },
        after: { keptBy: to.email },
      });
      return true;
    },
    end: {
      says: 'They expire now: people who follow them see that they have expired. You can set another date later.',
      async run(ending) {
        const { unit, by, key } = ending;
        const before = await holdOwn(ending, (unit, id) => lockAndForget(links, unit, id));
        if (before === undefined) return notTheirs;
        await keepTarget(unit.transaction, key);
        const link = { id: key, long_url: before.long_url, expires_at: sql<string>`now()` };
        const after = await updateLink(unit.transaction, link, authorOf(by));
        auditLink(unit, 'short-link.change', before, after);
        return true;
      },
    },
  };
}

/** A locked link that works and is still this person's. */
async function holdOwn({ unit, from, key }: HandOver, lock: typeof lockLink) {
  const link = await lock(unit, key);
  if (link === undefined || link.expired) return undefined;
  const rows = await readRows(
    unit.transaction,
    sql<{ owner: string | null }>`
      select coalesce(kept_by_id, created_by_id) as owner from short_links where id = ${key}`,
  );
  return rows[0]?.owner === from.id ? link : undefined;
}
