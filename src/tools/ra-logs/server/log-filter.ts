import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { containing, foldCase } from '../../../platform/server/list/search.ts';

/** What a list is filtered by, with people looked up. */
export interface LogFilter {
  reviewed?: boolean | undefined;
  followUp?: boolean | undefined;
  building?: string | undefined;
  /** Rows of `ra_log_people`. */
  submitters?: readonly number[] | undefined;
  reviewers?: readonly number[] | undefined;
}

/** Whether the filter asks who, so that the coarse counts do not know. */
export function asksForPeople({ submitters, reviewers }: LogFilter): boolean {
  return submitters !== undefined || reviewers !== undefined;
}

/** Nobody is called so: no log can match. */
export function isHopeless({ submitters, reviewers }: LogFilter): boolean {
  return submitters?.length === 0 || reviewers?.length === 0;
}

/**
 * The condition on logs, or on counts of logs, whose columns have the same names.
 * @param reviewed What tells there whether a log was reviewed, where no reviewer does.
 */
export function matching(filter: LogFilter, reviewed?: RawBuilder<unknown>): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (filter.reviewed !== undefined) conditions.push(isReviewed(filter.reviewed, reviewed));
  if (filter.followUp !== undefined) conditions.push(sql`follow_up = ${filter.followUp}`);
  if (filter.building !== undefined) {
    conditions.push(sql`building_id = (select id from ra_log_buildings where name = ${filter.building})`);
  }
  if (filter.submitters !== undefined)
    conditions.push(sql`submitter_id = any(${filter.submitters}::integer[])`);
  if (filter.reviewers !== undefined) conditions.push(sql`reviewer_id = any(${filter.reviewers}::integer[])`);
  return sql.join(conditions, sql` and `);
}

/** In words that the index of logs without a review knows. */
function isReviewed(wanted: boolean, reviewed: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (reviewed !== undefined) return sql`${reviewed} = ${wanted}`;
  return wanted ? sql`reviewer_id is not null` : sql`reviewer_id is null`;
}

/** The people whose name contains the text, in any case. */
export async function selectPeopleNamed(reader: Reader, text: string): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
    select id from ra_log_people where folded like ${containing(foldCase(text))}`,
  );
  return rows.map(({ id }) => id);
}

/** A person under every e-mail address and name that they filed or reviewed with. */
export async function selectPeopleOf(reader: Reader, personId: string): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
    select id from ra_log_people where person_id = ${personId}`,
  );
  return rows.map(({ id }) => id);
}
