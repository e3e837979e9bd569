import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { KeptCounts } from '../../../platform/server/list/counts-keeper.ts';
import { boundsOf, type MonthCount } from '../../../platform/server/list/page-location.ts';
import { asksForOpen, asksForPeople, type LogFilter, matching, matchingKind } from './log-filter.ts';

export interface CountedMonths {
  /** Newest first; only months that have logs. */
  months: MonthCount[];
  /** Changes that are waiting to be folded. */
  waiting: number;
}

/** How many logs of a filter each month has: exact, as of this statement. */
export async function countByMonth(reader: Reader, filter: LogFilter): Promise<CountedMonths> {
  const question = asksForOpen(filter)
    ? countOpen(filter)
    : asksForPeople(filter)
      ? countPeople(filter)
      : countKinds(filter);
  const rows = await readRows(
    reader,
    sql<{ month: string; logs: number; matching: number; waiting: number }>`
    select *, (select count(*) from ra_log_count_changes) as waiting from (${question}) as counted
    where logs > 0 order by month desc`,
  );
  const months = rows.map(({ month, logs, matching: found }) => ({ month, rows: logs, matching: found }));
  const isWhole = asksForOpen(filter) || (filter.since === undefined && filter.before === undefined);
  return {
    months: isWhole ? months : await withinPeriod(reader, filter, months),
    waiting: rows[0]?.waiting ?? 0,
  };
}

/** Open follow-ups are counted one by one, by their own index. */
function countOpen(filter: LogFilter): RawBuilder<unknown> {
  return sql`
    select ra_log_month(created_at) as month, count(*) as logs, count(*) as matching
    from ra_logs where ${matching(filter)} group by 1`;
}

/** The months of a period. The one or two that it cuts are counted log by log; the whole ones are already counted. */
async function withinPeriod(
  reader: Reader,
  filter: LogFilter,
  months: readonly MonthCount[],
): Promise<MonthCount[]> {
  const { since = new Date(0), before = new Date(8.64e15) } = filter;
  const counted = months.map(async (count): Promise<MonthCount> => {
    const { from, to } = boundsOf(count.month);
    const [begins, ends] = [new Date(from), new Date(to)];
    if (ends <= since || begins >= before) return { ...count, matching: 0 };
    if (begins >= since && ends <= before) return count;
    const rows = await readRows(
      reader,
      sql<{ found: number }>`
      select count(*) as found from ra_logs
      where created_at >= ${begins}::timestamptz and created_at < ${ends}::timestamptz and ${matching(filter)}`,
    );
    return { ...count, matching: rows[0]?.found ?? 0 };
  });
  return Promise.all(counted);
}

const kinds = sql`
  select month, building_id, reviewed, follow_up, logs from ra_log_counts
  union all
  select month, building_id, reviewer_id is not null, follow_up, logs from ra_log_count_changes`;
const kindsOfPeople = sql`
  select submitter_id, month, building_id, reviewer_id, follow_up, logs from ra_log_people_counts
  union all
  select submitter_id, month, building_id, reviewer_id, follow_up, logs from ra_log_count_changes`;

function countKinds(filter: LogFilter): RawBuilder<unknown> {
  return sql`
    select month, sum(logs) as logs,
      coalesce(sum(logs) filter (where ${matchingKind(filter, sql`reviewed`)}), 0) as matching
    from (${kinds}) as kinds group by month`;
}

/** All logs of a month count coarsely; the matching ones are counted among the people that the filter names. */
function countPeople(filter: LogFilter): RawBuilder<unknown> {
  return sql`
    select month, everything.logs, coalesce(found.logs, 0) as matching
    from (select month, sum(logs) as logs from (${kinds}) as kinds group by month) as everything
    left join (
      select month, sum(logs) as logs from (${kindsOfPeople}) as kinds where ${matchingKind(filter)} group by month
    ) as found using (month)`;
}

/** The months in which each person filed logs that match, as rows of `(submitter_id, month)`. */
export function whoFiledWhen(filter: LogFilter, months: readonly string[]): RawBuilder<unknown> {
  return sql`
    select submitter_id, month from (${kindsOfPeople}) as kinds
    where month = any(${months}::date[]) and ${matchingKind(filter)} group by submitter_id, month having sum(logs) > 0`;
}

export const logCounts: KeptCounts = { list: 'ra-logs', fold: foldChanges };

async function foldChanges(transaction: WriteTransaction): Promise<void> {
  await sql`
    with folded as (delete from ra_log_count_changes returning *),
    coarse as (
      insert into ra_log_counts (month, building_id, reviewed, follow_up, logs)
      select month, building_id, reviewer_id is not null, follow_up, sum(logs) from folded
      group by 1, 2, 3, 4 having sum(logs) <> 0
      on conflict (month, building_id, reviewed, follow_up)
      do update set logs = ra_log_counts.logs + excluded.logs
    )
    insert into ra_log_people_counts (submitter_id, month, building_id, reviewer_id, follow_up, logs)
    select submitter_id, month, building_id, reviewer_id, follow_up, sum(logs) from folded
    group by 1, 2, 3, 4, 5 having sum(logs) <> 0
    on conflict (submitter_id, month, building_id, reviewer_id, follow_up)
    do update set logs = ra_log_people_counts.logs + excluded.logs`.execute(transaction);
  await sql`delete from ra_log_counts where logs = 0`.execute(transaction);
  await sql`delete from ra_log_people_counts where logs = 0`.execute(transaction);
}
