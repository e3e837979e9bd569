import { sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { KeptCounts } from '../../../platform/server/list/counts-keeper.ts';
import { boundsOf } from '../../../platform/server/list/page-location.ts';
import { matching, quicklyWalked } from './search.ts';

/** The links of one month, `2026-11-01` in UTC. */
export interface CountedMonth {
  month: string;
  links: number;
  /** How often a link was added, removed, or given another address. The same only while no link has changed. */
  changes: number;
}

/** All months that have or had links, newest first: exact, as of this statement. */
export async function countByMonth(reader: Reader): Promise<{ months: CountedMonth[]; waiting: number }> {
  const rows = await readRows(
    reader,
    sql<CountedMonth & { waiting: number }>`
    select month, sum(links)::bigint as links, sum(changes)::bigint as changes,
      (select count(*) from short_link_count_changes) as waiting
    from (
      select month, links, changes from short_link_counts
      union all
      select month, links, 1 from short_link_count_changes
    ) as kinds group by month order by month desc`,
  );
  const months = rows.map(({ month, links, changes }) => ({ month, links, changes }));
  return { months, waiting: rows[0]?.waiting ?? 0 };
}

/**
 * How many links with the text each of these months has; months without any are left out.
 * @param months Newest first; those between them are counted, too.
 */
export async function countMatching(
  reader: Reader,
  search: string,
  months: readonly Pick<CountedMonth, 'month' | 'links'>[],
): Promise<Map<string, number>> {
  const { from, to } = boundsOf(months[0]?.month ?? '', months.at(-1)?.month);
  const links = months.reduce((sum, month) => sum + month.links, 0);
  const condition = matching(search, links > quicklyWalked ? 'indexed' : 'walked');
  // Gathered by day first: finding the month of each single link would take longer than finding the link.
  const rows = await readRows(
    reader,
    sql<{ month: string; links: number }>`
    select short_link_month(day) as month, sum(links)::bigint as links
    from (
      select date_bin('1 day', created_at, 'epoch') as day, count(*) as links from short_links
      where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and ${condition}
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
    insert into short_link_counts (month, links, changes)
    select month, sum(links), count(*) from folded group by month
    on conflict (month) do update set
      links = short_link_counts.links + excluded.links,
      changes = short_link_counts.changes + excluded.changes`.execute(transaction);
}
