import type { Reader } from '../../../platform/server/db/database.ts';
import { runColumns } from '../../../platform/server/directory/runs.ts';

export function selectRuns(reader: Reader) {
  return reader.selectFrom('directory_runs').select(runColumns);
}

/** With two sources, two may be waiting: the older one is decided first. */
export function findWaiting(reader: Reader) {
  return selectRuns(reader).where('state', '=', 'waiting').orderBy('created_at').limit(1).executeTakeFirst();
}

/** How many employees and students the directory has, and when it last changed. */
export async function readFigures(reader: Reader) {
  const counts = await reader
    .selectFrom('directory_records')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('people')])
    .where('active', '=', true)
    .groupBy('kind')
    .execute();
  const last = await reader
    .selectFrom('directory_runs')
    .select(({ fn }) => fn.max('decided_at').as('at'))
    .where('state', '=', 'applied')
    .executeTakeFirst();
  const of = (kind: 'employee' | 'student') => counts.find((count) => count.kind === kind)?.people ?? 0;
  return { employees: of('employee'), students: of('student'), appliedAt: last?.at ?? null };
}
