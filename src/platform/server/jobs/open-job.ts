import { type RawBuilder, sql } from 'kysely';
import type { JobKind } from '../change/change.ts';

/**
 * Whether a job with this `id` among its data waits or runs, for a row that says how far its job is. What a row says
 * itself is out of date once its job was given up without a word: its server was killed in the last try, a person
 * discarded it, or a restored backup did not have it.
 * @param id The row's own, such as `sql.ref('search_reports.id')`
 */
export function hasOpenJob(
  { name }: Pick<JobKind<{ id: string }>, 'name'>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from jobs.job
    where name = ${name} and state <= 'active' and data->>'id' = ${id}::text)`;
}
