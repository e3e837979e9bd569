import { type RawBuilder, sql } from 'kysely';
import type { CallInput } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { containing, foldCase } from '../../../platform/server/list/search.ts';
import type { exportRaLogs } from '../contract.ts';

/** The filters as the address names them. */
export type AskedFilter = CallInput<typeof exportRaLogs>['query'];

/** What a list is filtered by, with people and instants looked up. */
export interface LogFilter extends Omit<AskedFilter, 'submittedBy' | 'reviewedBy' | 'from' | 'to'> {
  /** Created at this instant or later. */
  since?: Date | undefined;
  /** Created before this instant. */
  before?: Date | undefined;
  /** Rows of `ra_log_people`. */
  submitters?: readonly number[] | undefined;
  reviewers?: readonly number[] | undefined;
}

/** Whether the filter asks for people, who are not in the coarse counts. */
export function asksForPeople({ submitters, reviewers }: LogFilter): boolean {
  return submitters !== undefined || reviewers !== undefined;
}

/** No one has this name: no log can match. */
export function matchesNobody({ submitters, reviewers }: LogFilter): boolean {
  return submitters?.length === 0 || reviewers?.length === 0;
}

/** Whether only open follow-ups are requested: few, with their own index, and not among the kept counts. */
export function asksForOpen({ followUp }: LogFilter): boolean {
  return followUp === 'open' || followUp === 'unassigned';
}

/** The condition on logs. */
export function matching(filter: LogFilter): RawBuilder<unknown> {
  const conditions = [matchingKind(filter)];
  if (filter.since !== undefined) conditions.push(sql`created_at >= ${filter.since}::timestamptz`);
  if (filter.before !== undefined) conditions.push(sql`created_at < ${filter.before}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/**
 * The condition on counts of logs, whose columns have the same names. They count whole months, so it has no time.
 * @param isReviewed What says there whether a log was reviewed, in place of a reviewer.
 */
export function matchingKind(filter: LogFilter, isReviewed?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { reviewed, followUp, building, submitters, reviewers, since: _, before: __, ...rest } = filter;
  rest satisfies NothingLeft;
  const conditions = [sql`true`];
  if (reviewed !== undefined) conditions.push(reviewCondition(reviewed, isReviewed));
  if (typeof followUp === 'boolean') conditions.push(sql`follow_up = ${followUp}`);
  else if (followUp !== undefined) conditions.push(sql`follow_up and closed_on is null`);
  if (followUp === 'unassigned') conditions.push(sql`follow_up_owner is null`);
  if (building !== undefined)
    conditions.push(sql`building_id = (select id from ra_log_buildings where name = ${building})`);
  if (submitters !== undefined) conditions.push(sql`submitter_id = any(${submitters}::integer[])`);
  if (reviewers !== undefined) conditions.push(sql`reviewer_id = any(${reviewers}::integer[])`);
  return sql.join(conditions, sql` and `);
}

/** Phrased as in the index of unreviewed logs. */
function reviewCondition(wanted: boolean, isReviewed: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (isReviewed !== undefined) return sql`${isReviewed} = ${wanted}`;
  return wanted ? sql`reviewer_id is not null` : sql`reviewer_id is null`;
}

/**
 * The people whom the text names: each of its words occurs in their name in logs, or in the name of their account. So
 * "Rosalie Fenn" finds `rosalie.fenn.hale`, and the name of an RA finds what their address submitted.
 */
export async function selectPeopleNamed(reader: Reader, text: string): Promise<number[]> {
  const words = foldCase(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  // The search text of an account is its name, a line feed, and its address, which the filter does not search.
  const account = sql`split_part(coalesce(people.folded, lower(people.name)), E'\n', 1)`;
  const called = sql`(called.folded || E'\n' || coalesce(${account}, '')) collate "C"`;
  const conditions = words.map((word) => sql`${called} like ${containing(word)}`);
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
    select called.id from ra_log_people as called left join people on people.id = called.person_id
    where ${sql.join(conditions, sql` and `)}`,
  );
  return rows.map(({ id }) => id);
}

/** The rows of `ra_log_people` that are this person. */
export const isPerson = (personId: string): RawBuilder<boolean> => sql<boolean>`person_id = ${personId}`;

/** A person under every email address and name with which they filed or reviewed. */
export async function selectPeopleOf(reader: Reader, personId: string): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
    select id from ra_log_people where ${isPerson(personId)}`,
  );
  return rows.map(({ id }) => id);
}
