import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** Rounds in each of the weeks that start at these instants, by building. A round counts when it was walked. */
export async function selectRounds(reader: Reader, begins: readonly Date[]): Promise<Map<string, number[]>> {
  const instants = begins.map((instant) => instant.toISOString());
  // A log is never written after it is filed, so older ones can be skipped.
  const rows = await readRows(
    reader,
    sql<{ building: string; week: number; rounds: number }>`
    select name as building, week, rounds
    from (
      select building_id, width_bucket(coalesce(written_at, created_at), ${instants}::timestamptz[]) as week,
        count(*) as rounds
      from ra_logs where created_at >= ${instants[0]}::timestamptz - interval '5 minutes'
      group by 1, 2
    ) as counted
    join ra_log_buildings on id = building_id where week > 0`,
  );
  const rounds = new Map<string, number[]>();
  for (const { building, week, rounds: count } of rows) {
    const weeks = rounds.get(building) ?? instants.map(() => 0);
    weeks[week - 1] = count;
    rounds.set(building, weeks);
  }
  return rounds;
}

export async function selectOpenFollowUps(reader: Reader): Promise<Map<string, number>> {
  const rows = await readRows(
    reader,
    sql<{ building: string; open: number }>`
    select name as building, open
    from (
      select building_id, count(*) as open from ra_logs where follow_up and closed_on is null group by building_id
    ) as counted
    join ra_log_buildings on id = building_id`,
  );
  return new Map(rows.map(({ building, open }) => [building, open]));
}

/**
 * When each building was last walked. The log that was filed last, searched only in the last month that has one,
 * may have waited for a network; then a later round is among the logs filed while it was waiting. According to a clock
 * that is a little fast, it was walked after it was filed.
 */
export async function selectLastRounds(reader: Reader): Promise<Map<string, Date>> {
  const rows = await readRows(
    reader,
    sql<{ building: string; at: Date }>`
    select name as building, latest.at
    from (
      select building_id, max(month) as month
      from (
        select building_id, month from (
          select building_id, month, logs from ra_log_counts
          union all
          select building_id, month, logs from ra_log_count_changes
        ) as kinds group by building_id, month having sum(logs) > 0
      ) as months group by building_id
    ) as last
    join ra_log_buildings on id = building_id,
      lateral (
        select least(written_at, created_at) as walked from ra_logs
        where ra_logs.building_id = last.building_id and created_at >= last.month::timestamp at time zone 'UTC'
          and created_at < (last.month + interval '1 month') at time zone 'UTC'
        order by created_at desc limit 1
      ) as filed,
      lateral (
        select max(coalesce(written_at, created_at)) as at from ra_logs
        where ra_logs.building_id = last.building_id and created_at >= filed.walked
      ) as latest`,
  );
  return new Map(rows.map(({ building, at }) => [building, at]));
}
