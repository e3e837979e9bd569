import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../platform/server/mail/send-each.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { undoDays } from '../contract/shapes.ts';
import { auditFile } from './audit.ts';
import type { FileServices } from './files.ts';
import { removeFile } from './operations.ts';
import { type FileRow, fileTables, lockFile } from './queries.ts';

/** So many days before the end the uploader is notified. */
const noticeDays = 14;
/** More than ends in any night; the rest waits for the next one. */
const most = 500;

interface RetentionServices {
  reader: Reader;
  change: ChangeService;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; timeZone: string };
  files: FileServices;
}

/** Removes what was deleted or retired 30 days ago, notifies uploaders of what ends soon, retires what has ended. */
export function createRetention(services: RetentionServices): Job {
  const { reader, change, mail, publicUrl, campus, files } = services;
  const origin = {
    actor: { kind: 'system', name: 'files.retention' },
    clientAddress: null,
    requestId: null,
  } as const;
  const changeAs = change.changeAs(origin);

  async function remove(id: string): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const row = await lockFile(unit.transaction, id);
      await removeFile(unit, files.stored, { id });
      auditFile(unit, 'remove', id, row ?? null, null);
    });
  }

  async function retire(id: string): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await lockFile(unit.transaction, id);
      const after = { ended: 'retired', ended_at: new Date(), ended_by: campus.product } as const;
      await fileTables(unit.transaction).updateTable('files').set(after).where('id', '=', id).execute();
      auditFile(unit, 'retire', id, before ?? null, { ...before, ...after });
    });
  }

  async function notify({ id, retires_at }: FileRow, email: string, signal: AbortSignal): Promise<void> {
    const day = retires_at === null ? '' : dayOf(retires_at, campus.timeZone);
    // No name: mail is read on the way and forwarded.
    const text = [
      `A file that you published expires on ${day}. After that no one can download it, and 30 days later it is removed.`,
      '',
      'To keep it, open its page and extend it:',
      `${publicUrl}/files/manage/${id}`,
      '',
      `${campus.product} sent this email automatically. Replies are not read.`,
    ].join('\n');
    const key = `file-expires-${id}-${day}`;
    const notification = { topic: 'files.expiry', page: `${publicUrl}/files/manage/${id}` };
    const subject = 'A file you published expires soon';
    await mail.send({ key, to: email, subject, text, notification }, signal);
  }

  async function noted(id: string): Promise<void> {
    await changeAs(async (unit) => {
      unit.demand(byPermission);
      const set = { retirement_noticed_at: new Date() };
      await fileTables(unit.transaction).updateTable('files').set(set).where('id', '=', id).execute();
      auditFile(unit, 'notify', id, null, {});
    });
  }

  return defineJob({
    name: 'files.retention',
    title: 'Retire and remove files',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '19 4 * * *',
    async run(_data, { signal }) {
      const gone = await selectIds(
        reader,
        sql<boolean>`ended in ('deleted', 'retired') and ended_at < now() - make_interval(days => ${undoDays})`,
      );
      for (const { id } of gone) await remove(id);
      const ending = await selectEnding(reader);
      const over = await selectIds(
        reader,
        // Nobody loses a file without having been notified in time, also where the job did not run for a while.
        sql<boolean>`ended is null and retires_at < now()
          and retirement_noticed_at < now() - make_interval(days => ${noticeDays - 1})`,
      );
      for (const { id } of over) await retire(id);
      await sendEach(ending, async (file) => {
        signal.throwIfAborted();
        if (file.email !== null) await wasSent(notify(file, file.email, signal));
        await noted(file.id);
      });
      return `Removed ${gone.length}, notified about ${ending.length}, retired ${over.length}.`;
    },
  });
}

function selectIds(reader: Reader, condition: ReturnType<typeof sql<boolean>>) {
  return readRows(
    reader,
    sql<{ id: string }>`select id from files where ${condition} order by id limit ${most}`,
  );
}

function selectEnding(reader: Reader) {
  return readRows(
    reader,
    sql<FileRow & { email: string | null }>`
      select f.*, p.email from files f
        -- Who took the file over; for a program, who took over or created its token.
        left join service_tokens t on t.id = f.created_by_id
        left join people p on p.id = coalesce(f.kept_by_id, t.kept_by_id, t.created_by_id, f.created_by_id) and not p.disabled
          and p.email_released_at is null
      where f.ended is null and f.retirement_noticed_at is null
        and f.retires_at < now() + make_interval(days => ${noticeDays})
      order by f.id limit ${most}`,
  );
}
