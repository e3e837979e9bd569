import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { hasWords } from '../../../platform/server/list/search.ts';
import { isPerson } from './log-filter.ts';

export interface FoundLog {
  id: string;
  building: string;
  created_at: Date;
  submitted_by: string;
  reviewed: boolean;
}

/** For a building. An instance of an earlier version writes none. */
const folded = sql`coalesce(folded, lower(name))`;

/**
 * The newest logs whose building and submitter have every word between them. What was written in a log may name
 * students: no list filters by it, and nothing searches it.
 * @param personId Whose logs; `null` for everyone's
 */
export function selectFound(
  reader: Reader,
  personId: string | null,
  words: readonly string[],
  limit: number,
): Promise<FoundLog[]> {
  const newest = sql`order by created_at desc, id desc limit ${limit}`;
  const ofPeople = sql`
    select l.id, l.created_at from ra_log_people p, lateral (
      select id, created_at from ra_logs where submitter_id = p.id and building_id = any(array(
        select b.id from (select id, ${folded} as folded from ra_log_buildings) b
        where ${hasWords(sql`(p.folded || E'\n' || b.folded)`, words)}))
      ${newest}) l
    where ${personId === null ? named(words) : isPerson(personId)}`;
  const found =
    personId === null
      ? sql`${ofPeople} union (select id, created_at from ra_logs where ${inBuildings(words)} ${newest})`
      : ofPeople;
  return readRows(
    reader,
    sql<FoundLog>`
    select l.id, (select name from ra_log_buildings where id = l.building_id) as building, l.created_at,
      (select name from ra_log_people where id = l.submitter_id) as submitted_by, l.reviewer_id is not null as reviewed
    from ra_logs l where l.id = any(array(select id from (${found}) as found ${newest}))
    order by l.created_at desc, l.id desc`,
  );
}

/** People who have at least one of the words; the buildings of their logs have the others. */
function named(words: readonly string[]): RawBuilder<boolean> {
  const any = words.map((word) => hasWords(sql`p.folded`, [word]));
  return sql<boolean>`(${sql.join(any, sql` or `)})`;
}

/** Without such a building, no log is read. */
function inBuildings(words: readonly string[]): RawBuilder<boolean> {
  const ids = sql`select id from ra_log_buildings where ${hasWords(folded, words)}`;
  return sql<boolean>`exists (${ids}) and building_id = any(array(${ids}))`;
}
