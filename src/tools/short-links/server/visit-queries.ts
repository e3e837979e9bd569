import { sql } from 'kysely';
import type { Database } from '../../../platform/server/db/database.ts';

/** Visits of one link on one day of the college's calendar. */
export interface VisitRow {
  linkId: string;
  day: string;
  visits: number;
  /** Milliseconds of the epoch. */
  lastAt: number;
}

/**
 * Adds a batch of visits in one statement, which also claims the number of the batch: one that was written before is
 * left out. Links are locked in the order of their ids, so that instances cannot deadlock; deleted links are left out.
 */
export async function writeVisits(
  database: Database,
  counterId: string,
  sequence: number,
  visits: readonly VisitRow[],
): Promise<void> {
  await sql`
    with claim as (
      insert into short_link_flushes (counter_id, sequence) values (${counterId}, ${sequence})
      on conflict (counter_id) do update set sequence = excluded.sequence, at = now()
        where short_link_flushes.sequence < excluded.sequence
      returning sequence
    ),
    given as (
      select * from unnest(
        ${arrayOf(visits.map(({ linkId }) => linkId))}::uuid[],
        ${arrayOf(visits.map(({ day }) => day))}::date[],
        ${arrayOf(visits.map((row) => row.visits))}::bigint[],
        ${arrayOf(visits.map(({ lastAt }) => new Date(lastAt).toISOString()))}::timestamptz[]
      ) as given (link_id, day, visits, last_at)
    ),
    totals as (
      select link_id, sum(visits)::bigint as visits, max(last_at) as last_at from given group by link_id
    ),
    locked as materialized (
      select id from short_links
      where id in (select link_id from totals) and exists (select from claim)
      order by id for no key update
    ),
    counted as (
      update short_links set
        visits = short_links.visits + totals.visits,
        last_visit_at = greatest(short_links.last_visit_at, totals.last_at)
      from locked join totals on totals.link_id = locked.id
      where short_links.id = locked.id
      returning short_links.id
    )
    insert into short_link_visits (link_id, day, visits)
    select given.link_id, given.day, sum(given.visits)
    from given join counted on counted.id = given.link_id
    group by given.link_id, given.day
    on conflict (link_id, day) do update set visits = short_link_visits.visits + excluded.visits`.execute(
    database,
  );
}

/** An array as PostgreSQL writes it, for values that need no quotes: the driver's own way looks at every character. */
function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** How long the marker of a counter that was killed is kept. */
const keepMarks = '7 days';

/** Removes the marker of a counter that stops, and those of counters that were killed long ago. */
export async function endCounter(database: Database, counterId: string): Promise<void> {
  await sql`
    delete from short_link_flushes
    where counter_id = ${counterId} or at < now() - ${keepMarks}::interval`.execute(database);
}
