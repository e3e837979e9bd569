import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeService, UnitOfWork } from '../../../platform/server/change/change.ts';
import { doEach } from '../../../platform/server/change/do-each.ts';
import { countMade, Overtaken, wasMade } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { addressOf, canGetEmail } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../platform/server/mail/send-each.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { undoDays } from '../contract/shapes.ts';
import { auditFile } from './audit.ts';
import type { FileServices } from './files.ts';
import { removeFile } from './operations.ts';
import { type FileRow, fileTables, keeper, lockFile, type ShownFile } from './queries.ts';

/** This many days before the end, whoever is responsible is notified. */
const noticeDays = 14;
/** It stays this many days after the notice, which the nightly job sends up to a day late. */
const staysDays = noticeDays - 1;
/** More than expire in any night; the rest waits for the next one. */
const most = 500;

type Condition = ReturnType<typeof sql<boolean>>;

const isGone = sql<boolean>`f.ended in ('deleted', 'retired') and f.ended_at < now() - make_interval(days => ${undoDays})`;
/** The person it belongs to, if they can get email. */
const receiver = sql<string | null>`(
  select p.id from people p where p.id = ${keeper} and ${canGetEmail})`;
const isUnnoticed = sql<boolean>`(
  f.retirement_noticed_at is null or (f.noticed_person_id is distinct from ${receiver} and ${receiver} is not null))`;
/** No one loses a file without having been notified in time, even if the job did not run for a while. */
const isOver = sql<boolean>`f.ended is null and f.retires_at < now() and not ${isUnnoticed}
  and f.retirement_noticed_at < now() - make_interval(days => ${staysDays})`;

/** Whether files of its content type live for some months only. A college may have changed its mind since the upload. */
const mayEnd = ({ lifeMonths }: Pick<FileServices, 'lifeMonths'>) =>
  sql<boolean>`f.content_type = any(${Object.keys(lifeMonths)}::text[])`;

interface RetentionServices {
  reader: Reader;
  change: ChangeService;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; timeZone: string };
  files: FileServices;
}

/**
 * Removes what was deleted or retired 30 days ago, notifies people of what expires soon, and retires what has expired. A file
 * that lives forever by the current settings no longer expires.
 */
export function createRetention(services: RetentionServices): Job {
  const { reader, change, mail, publicUrl, campus, files } = services;
  const isOverToday = sql<boolean>`${isOver} and ${mayEnd(files)}`;
  const isFreed = sql<boolean>`f.ended is null and f.retires_at is not null and not ${mayEnd(files)}`;
  const changeAs = change.changeAsSystem('files.retention');

  /** @throws Overtaken for a file that someone restored, extended, handed over, or removed since the job found it */
  function changeIf(
    condition: Condition,
    id: string,
    work: (unit: UnitOfWork, before: ShownFile) => Promise<void>,
  ): Promise<void> {
    return changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await lockFile(unit.transaction, id, condition);
      if (before === undefined) throw new Overtaken();
      await work(unit, before);
    });
  }

  const remove = ({ id }: FoundFile) =>
    changeIf(isGone, id, async (unit, before) => {
      await removeFile(unit, files.stored, before);
      auditFile(unit, 'remove', id, before, null);
    });

  const free = ({ id }: FoundFile) =>
    changeIf(isFreed, id, async (unit, before) => {
      const after = { retires_at: null, retirement_noticed_at: null };
      await fileTables(unit.transaction)
        .updateTable('files')
        .set({ ...after, version: sql<number>`version + 1` })
        .where('id', '=', id)
        .execute();
      auditFile(unit, 'extend', id, before, { ...before, ...after });
    });

  const retire = ({ id }: FoundFile) =>
    changeIf(isOverToday, id, async (unit, before) => {
      const after = { ended: 'retired', ended_at: new Date(), ended_by: campus.product } as const;
      await fileTables(unit.transaction)
        .updateTable('files')
        .set({ ...after, version: sql<number>`version + 1` })
        .where('id', '=', id)
        .execute();
      auditFile(unit, 'retire', id, before, { ...before, ...after });
    });

  async function notify(
    { id, retires_at, receiver_id }: EndingFile,
    email: string,
    signal: AbortSignal,
  ): Promise<void> {
    // It stays that long after the notice, however late that is.
    const end = Math.max(retires_at.getTime(), Date.now() + staysDays * 86_400_000);
    const day = sayDate(dayOf(end, campus.timeZone));
    // No name: email may be read in transit and forwarded.
    const text = [
      `A file that you are responsible for expires on ${day}. After that, no one can download it, and 30 days later it is removed.`,
      '',
      // Someone who took over a service token may not have access to the page.
      'To keep it, extend it on its page, or ask IT to do so:',
      `${publicUrl}/files/manage/${id}`,
      '',
      `${campus.product} sent this email automatically. Replies are not read.`,
    ].join('\n');
    const key = `file-expires-${id}-${dayOf(retires_at, campus.timeZone)}-${receiver_id}`;
    const notification = { topic: 'files.expiry', page: `${publicUrl}/files/manage/${id}` };
    const subject = 'A file you are responsible for expires soon';
    await mail.send({ key, to: email, subject, text, notification }, signal);
  }

  /** What changed while its email was being sent may need another one. */
  const noted = ({ id, version, receiver_id }: EndingFile) =>
    changeIf(sql`f.version = ${version}`, id, async (unit) => {
      const set = { retirement_noticed_at: new Date(), noticed_person_id: receiver_id };
      await fileTables(unit.transaction).updateTable('files').set(set).where('id', '=', id).execute();
      auditFile(unit, 'notify', id, null, {});
    });

  return defineJob({
    name: 'files.retention',
    title: 'Retire and remove files',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '19 4 * * *',
    async run(_data, { signal }) {
      let [removed, retired, notified] = [0, 0, 0];
      const steps = [
        async () => {
          removed = await countMade(await selectFound(reader, isGone), remove, signal);
        },
        async () => countMade(await selectFound(reader, isFreed), free, signal),
        async () => {
          retired = await countMade(await selectFound(reader, isOverToday), retire, signal);
        },
        async () =>
          sendEach(await selectEnding(reader, mayEnd(files)), async (file) => {
            signal.throwIfAborted();
            if (file.email !== null) await wasSent(notify(file, file.email, signal));
            if (await wasMade(noted(file))) notified += 1;
          }),
      ];
      await doEach(steps, (step) => step(), signal);
      return `Removed ${removed}, notified about ${notified}, retired ${retired}.`;
    },
  });
}

type FoundFile = Pick<FileRow, 'id'>;

function selectFound(reader: Reader, condition: Condition) {
  return readRows(
    reader,
    sql<FoundFile>`select f.id from files f where ${condition} order by f.id limit ${most}`,
  );
}

interface EndingFile extends FileRow {
  retires_at: Date;
  receiver_id: string | null;
  email: string | null;
}

function selectEnding(reader: Reader, mayEnd: Condition) {
  return readRows(
    reader,
    sql<EndingFile>`
      select f.*, p.id as receiver_id, ${addressOf} as email from files f left join people p on p.id = ${receiver}
      where f.ended is null and ${isUnnoticed} and ${mayEnd}
        and f.retires_at < now() + make_interval(days => ${noticeDays})
      order by f.id limit ${most}`,
  );
}
