import { z } from 'zod';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import { raLogs } from '../tool.ts';
import { findOwnerEmail, ownerOf, owns } from './owned-follow-ups.ts';
import { findLog, type LogRow } from './queries.ts';
import { sayBuildings } from './say-buildings.ts';

const data = z.object({ logId: z.uuid() });
type Notice = z.output<typeof data>;

const closingNotice = { name: 'ra-logs.closing-notice', data };

/** Notifies the owner of a follow-up that someone else closed it. */
export async function enqueueClosing(unit: UnitOfWork, log: LogRow, actor: Actor): Promise<void> {
  const isOwn = 'id' in actor && owns(ownerOf(actor), log);
  if (log.follow_up_owner === null || isOwn) return;
  await unit.enqueue<Notice>(closingNotice, { logId: log.id });
}

interface NoticeServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { timeZone: string; product: string };
}

export function createClosingNotice({ reader, mail, publicUrl, campus }: NoticeServices): Job {
  return defineJob<Notice>({
    ...closingNotice,
    title: 'Notify the owner of a closed follow-up',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ logId }, { signal }) {
      const log = await findLog(reader, logId);
      if (log === undefined || log.closed_on === null)
        return 'The follow-up is not closed, so no email was sent.';
      const owner = await findOwnerEmail(reader, log);
      if (owner === null) return 'The follow-up has no owner who can get an email.';
      // Where and when, and nothing that was written: email may be read in transit and forwarded (FERPA).
      const text = [
        'A follow-up that was assigned to you is done.',
        '',
        `Building: ${log.building}`,
        `Round:    ${sayTime(log.written_at ?? log.created_at, campus.timeZone)}`,
        `Closed:   ${sayTime(log.closed_on, campus.timeZone)}, by ${log.closed_by}`,
        ...(log.ticket_number === null ? [] : [`Ticket:   #${log.ticket_number}`]),
        '',
        'You do not need to do anything.',
        '',
        `${campus.product} sent this email automatically. Replies are not read.`,
      ].join('\n');
      const page = publicUrl + raLogs.screens.followUps.path;
      const notification = { topic: 'ra-logs.follow-ups', page };
      const email = { notification, key: `ra-log-closed-${logId}`, to: owner, text };
      return mail.send({ ...email, subject: `Follow-up closed: ${log.building}` }, signal);
    },
    about: (notices) =>
      sayBuildings(
        reader,
        notices.map(({ logId }) => [logId]),
      ),
  });
}
