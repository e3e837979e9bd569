import { sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { KeptCounts } from '../../../platform/server/list/counts-keeper.ts';
import { boundsOf } from '../../../platform/server/list/page-location.ts';
import { isInScope, type OwnedBy, type Owners, ownedBy, type Scope } from './scope.ts';
import { matching, quicklyWalked } from './search.ts';

/** The links of one month, `2026-11-01` in UTC, that a scope has. */
export interface CountedMonth {
  month: string;
  links: number;
  /** How many times a link was added, removed, or given a different address. The same only while no link has changed. */
  changes: number;
}

export interface Counted {
  months: CountedMonth[];
  /** The owners that links of the scope have or had: the changes of both are counted. */
  owned: OwnedBy;
  waiting: number;
}

/** All months that have or had links of the scope, newest first: exact, as of this statement. */
export async function countByMonth(reader: Reader, scope: Scope): Promise<Counted> {
  const rows = await readRows(
    reader,
    sql<CountedMonth & { owners: string[]; waiting: number }>`
    select month, owner_groups as owners, sum(links)::bigint as links, sum(changes)::bigint as changes,
      (select count(*) from short_link_count_changes) as waiting
    from (
      select month, owner_groups, links, changes from short_link_counts
      union all
      select month, owner_groups, links, 1 from short_link_count_changes
    ) as kinds group by month, owner_groups order by month desc`,
  );
  const months = new Map<string, CountedMonth>();
  const owned = new Map<string, Owners>();
  for (const { month, owners, links, changes } of rows) {
    if (!isInScope(scope, owners)) continue;
    const known = months.get(month) ?? { month, links: 0, changes: 0 };
    months.set(month, { month, links: known.links + links, changes: known.changes + changes });
    owned.set(owners.join('\n'), owners);
  }
  return {
    months: [...months.values()],
    owned: scope === 'all' ? 'all' : [...owned.values()],
    waiting: rows[0]?.waiting ?? 0,
  };
}

/**
 * How many links with the text and owners each of these months has; months without any are left out.
 * @param months Newest first; those between them are counted, too.
 */
export async function countMatching(
  reader: Reader,
  search: string,
  owned: OwnedBy,
  months: readonly Pick<CountedMonth, 'month' | 'links'>[],
): Promise<Map<string, number>> {
  const { from, to } = boundsOf(months[0]?.month ?? '', months.at(-1)?.month);
  const links = months.reduce((sum, month) => sum + month.links, 0);
  const condition = matching(search, links > quicklyWalked ? 'indexed' : 'walked');
  // Gathered by day first: finding the month of each link would take longer than finding the link.
  const rows = await readRows(
    reader,
    sql<{ month: string; links: number }>`
    select short_link_month(day) as month, sum(links)::bigint as links
    from (
      select date_bin('1 day', created_at, 'epoch') as day, count(*) as links from short_links
      where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and ${condition}
        and ${ownedBy(owned)}
      group by 1
    ) as days group by 1`,
  );
  return new Map(rows.map(({ month, links }) => [month, links]));
}

export const linkCounts: KeptCounts = { list: 'short-links', fold: foldChanges };

/** Months without links stay: one that started counting changes again would look like its remembered state. */
async function foldChanges(transaction: WriteTransaction): Promise<void> {
  await sql`
    with folded as (delete from short_link_count_changes returning *)
    insert into short_link_counts (month, owner_groups, links, changes)
    select month, owner_groups, sum(links), count(*) from folded group by month, owner_groups
    on conflict (month, owner_groups) do update set
      links = short_link_counts.links + excluded.links,
      changes = short_link_counts.changes + excluded.changes`.execute(transaction);
}
