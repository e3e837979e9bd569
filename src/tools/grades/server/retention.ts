import { sql } from 'kysely';
import { z } from 'zod';
import { countMade, Overtaken } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { fileColumns } from './audit.ts';
import { writeIn } from './tables.ts';

/** More than expire in any night; the rest waits for the next one. */
const most = 500;

/** Deletes grade files, with their history, once they are as old as the college keeps them. */
export function createRetention(
  { reader, change }: Pick<Platform, 'reader' | 'change'>,
  keepYears: number,
): Job {
  const changeAs = change.changeAsSystem('grades.retention');
  const isOld = sql<boolean>`updated_at < now() - make_interval(years => ${keepYears})`;

  async function remove({ id }: { id: string }): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await writeIn(unit.transaction)
        .deleteFrom('grade_files')
        .where('id', '=', id)
        .where(isOld)
        .returningAll()
        .executeTakeFirst();
      if (before === undefined) throw new Overtaken();
      const subject = { type: 'grade-file', id, columns: fileColumns };
      unit.record({ action: 'grade-file.remove', subject, before });
    });
  }

  return defineJob({
    name: 'grades.retention',
    title: 'Delete old grade files',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '27 4 * * *',
    async run(_data, { signal }) {
      const old = await readRows(
        reader,
        sql<{ id: string }>`select id from grade_files where ${isOld} order by updated_at, id limit ${most}`,
      );
      const removed = await countMade(old, remove, signal);
      return `${removed} grade files were deleted.`;
    },
  });
}
