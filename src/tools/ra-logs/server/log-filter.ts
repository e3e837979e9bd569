import { type RawBuilder, sql } from 'kysely';
import type { CallInput } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { containing, foldCase } from '../../../platform/server/list/search.ts';
import type { exportRaLogs } from '../contract.ts';

/** The filters as their address names them. */
export type AskedFilter = CallInput<typeof exportRaLogs>['query'];

/** What a list is filtered by, with people looked up. */
export interface LogFilter extends Omit<AskedFilter, 'submittedBy' | 'reviewedBy'> {
  /** Rows of `ra_log_people`. */
  submitters?: readonly number[] | undefined;
  reviewers?: readonly number[] | undefined;
}

/** Whether the filter asks who, so that the coarse counts do not know. */
export function asksForPeople({ submitters, reviewers }: LogFilter): boolean {
  return submitters !== undefined || reviewers !== undefined;
}

/** Nobody is called so: no log can match. */
export function matchesNobody({ submitters, reviewers }: LogFilter): boolean {
  return submitters?.length === 0 || reviewers?.length === 0;
}

/**
 * The condition on logs, or on counts of logs, whose columns have the same names.
 * @param isReviewed What tells there whether a log was reviewed, where no reviewer does.
 */
export function matching(filter: LogFilter, isReviewed?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { reviewed, followUp, building, submitters, reviewers, ...rest } = filter;
  rest satisfies NothingLeft;
  const conditions = [sql`true`];
  if (reviewed !== undefined) conditions.push(reviewCondition(reviewed, isReviewed));
  if (followUp !== undefined) conditions.push(sql`follow_up = ${followUp}`);
  if (building !== undefined)
    conditions.push(sql`building_id = (select id from ra_log_buildings where name = ${building})`);
  if (submitters !== undefined) conditions.push(sql`submitter_id = any(${submitters}::integer[])`);
  if (reviewers !== undefined) conditions.push(sql`reviewer_id = any(${reviewers}::integer[])`);
  return sql.join(conditions, sql` and `);
}

/** In words that the index of logs without a review knows. */
function reviewCondition(wanted: boolean, isReviewed: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (isReviewed !== undefined) return sql`${isReviewed} = ${wanted}`;
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

/** A person under every email address and name that they filed or reviewed with. */
export async function selectPeopleOf(reader: Reader, personId: string): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
    select id from ra_log_people where person_id = ${personId}`,
  );
  return rows.map(({ id }) => id);
}
