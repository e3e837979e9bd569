import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { countMade, Overtaken } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { auditPoster } from './audit.ts';
import type { Posters } from './posters.ts';
import { lockRequest } from './queries.ts';
import { posterTables } from './tables.ts';

/** More than expire in any night; the rest waits for the next one. */
const most = 1_000;

interface RetentionServices {
  reader: Reader;
  change: ChangeService;
}

/** Removes the files of requests that ended some time ago; the requests stay. */
export function createRetention(
  { reader, change }: RetentionServices,
  { keepFileDays, stored }: Pick<Posters, 'keepFileDays' | 'stored'>,
): Job {
  const changeAs = change.changeAsSystem('posters.retention');

  /** @throws Overtaken if another run, or the mail room, was faster */
  async function removeFile({ id }: { id: string }): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const row = await lockRequest(unit.transaction, id);
      // Moved back to Ready in the meantime, it may have to be printed again.
      if (row === undefined || row.stored_name === null || row.ended_at === null) throw new Overtaken();
      await posterTables(unit.transaction)
        .updateTable('poster_requests')
        .set({ stored_name: null })
        .where('id', '=', id)
        .execute();
      await stored.remove(unit, [row.stored_name]);
      const { number, file_name } = row;
      auditPoster(unit, 'remove-file', row, { number, file_name }, {});
    });
  }

  return defineJob({
    name: 'posters.retention',
    title: 'Remove the files of past posters',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '47 4 * * *',
    async run(_data, { signal }) {
      const over = await readRows(
        reader,
        sql<{ id: string }>`
          select id from poster_requests
          where stored_name is not null and ended_at < now() - make_interval(days => ${keepFileDays})
          order by ended_at, id limit ${most}`,
      );
      const removed = await countMade(over, removeFile, signal);
      return `Removed ${removed} files.`;
    },
  });
}
