import { sql } from 'kysely';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';

/**
 * The groups of each person that a source of these said when it was last applied, if they are not what counts now,
 * in any order: the database sorts differently than JavaScript.
 */
const outdated = (sources: readonly string[]) => sql`
  with said as materialized (
    select r.key, array_agg(distinct g) as groups from directory_readings r
    join directory_runs u on u.id = r.run_id and u.state = 'applied' and u.source = any(${[...sources]}::text[]),
    jsonb_array_elements_text(r.record->'accessGroups') g
    group by r.key
  ), compared as (
    select d.key, d.access_groups, coalesce(said.groups, '{}') as groups
    from directory_records d left join said on said.key = d.key
    where cardinality(d.access_groups) > 0
  )
  select key, groups from compared where not (access_groups <@ groups and access_groups @> groups)`;

/** Only these sources give access now: whatever another one gave in the past ends. */
export async function takeAccessBack(
  { reader, change }: Pick<Platform, 'reader' | 'change'>,
  sources: readonly string[],
): Promise<void> {
  if ((await readRows(reader, sql`${outdated(sources)} limit 1`)).length === 0) return;
  const asDirectory = change.changeAsSystem('directory');
  await asDirectory(async (unit) => {
    unit.demand(byPermission);
    const { numAffectedRows } = await sql`
      update directory_records d set access_groups = o.groups from (${outdated(sources)}) o
      where o.key = d.key`.execute(unit.transaction);
    unit.record({
      action: 'directory.take-access-back',
      subject: { type: 'directory', id: 'access', columns: { people: 'plain' } },
      after: { people: Number(numAffectedRows ?? 0) },
    });
  });
}
