import { type RawBuilder, sql } from 'kysely';
import type { JobKind } from '../change/change.ts';
import { type Reader, readRows } from '../db/database.ts';

/**
 * Whether a job with this `id` among its data is waiting or running, for a row that shows its job's progress. What
 * the row itself says is out of date once its job was silently given up: its server was killed in the last try, a person
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

/**
 * Whether several jobs with this key run. The queue lets only one wait, but starts it while an earlier one still runs. For a
 * job whose effect can't be looked up: it asks before it reads what to do, and fails if so. Of two that run at once, at
 * least one sees the other.
 */
export async function runsTwice(
  reader: Reader,
  { name }: Pick<JobKind<object>, 'name'>,
  singletonKey: string,
): Promise<boolean> {
  const [row] = await readRows(
    reader,
    sql<{ twice: boolean }>`select count(*) > 1 as twice from jobs.job
      where name = ${name} and state = 'active' and singleton_key = ${singletonKey}`,
  );
  return row?.twice === true;
}
