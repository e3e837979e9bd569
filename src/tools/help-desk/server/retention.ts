import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { countMade, Overtaken } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { releaseLog } from '../../ra-logs/server/public.ts';
import { auditTicket } from './audit.ts';
import type { HelpDesk } from './help-desk.ts';
import { lockTicket, selectAttachments } from './queries.ts';
import { helpTables } from './tables.ts';

/** More than expire in any night; the rest waits for the next one. */
const most = 1_000;

interface RetentionServices {
  reader: Reader;
  change: ChangeService;
}

/** Removes tickets that were solved long ago, with everything in them. */
export function createRetention(
  { reader, change }: RetentionServices,
  desk: Pick<HelpDesk, 'keepYears' | 'stored'>,
): Job {
  const changeAs = change.changeAsSystem('help-desk.retention');
  const isOver = sql<boolean>`solved_at < now() - make_interval(years => ${desk.keepYears})`;

  async function remove({ id }: { id: string }): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const ticket = await lockTicket(unit.transaction, id, isOver);
      if (ticket === undefined) throw new Overtaken();
      if (ticket.log_id !== null) await releaseLog(unit, ticket.log_id);
      const attachments = await selectAttachments(unit.transaction, id);
      await helpTables(unit.transaction).deleteFrom('help_tickets').where('id', '=', id).execute();
      await desk.stored.remove(
        unit,
        attachments.map(({ stored_name }) => stored_name),
      );
      auditTicket(unit, 'remove', ticket, { number: ticket.number, state: ticket.state }, {});
    });
  }

  return defineJob({
    name: 'help-desk.retention',
    title: 'Remove old help desk tickets',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '37 4 * * *',
    async run(_data, { signal }) {
      const over = await readRows(
        reader,
        sql<{ id: string }>`select id from help_tickets where ${isOver} order by solved_at, id limit ${most}`,
      );
      const removed = await countMade(over, remove, signal);
      return `Removed ${removed} tickets.`;
    },
  });
}
