import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import { raLogs } from '../tool.ts';
import { findOwnerEmail } from './owned-follow-ups.ts';
import { findLog, type LogRow } from './queries.ts';
import { sayBuildings } from './say-buildings.ts';

const data = z.object({ logId: z.uuid(), version: z.int() });
type Notice = z.output<typeof data>;

const assignmentNotice = { name: 'ra-logs.assignment-notice', data };

/** Emails the new owner of a follow-up, unless they assigned it to themselves. */
export async function enqueueAssignment(
  unit: UnitOfWork,
  { before, after, actorEmail }: { before: LogRow; after: LogRow; actorEmail: string | null },
): Promise<void> {
  const owner = after.follow_up_owner?.toLowerCase();
  if (owner === undefined || owner === before.follow_up_owner?.toLowerCase()) return;
  if (owner === actorEmail?.toLowerCase()) return;
  await unit.enqueue<Notice>(assignmentNotice, { logId: after.id, version: after.follow_up_version });
}

interface NoticeServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { timeZone: string; product: string };
}

export function createAssignmentNotice({ reader, mail, publicUrl, campus }: NoticeServices): Job {
  return defineJob<Notice>({
    ...assignmentNotice,
    title: 'Notify the owner of a follow-up',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ logId, version }, { signal }) {
      const log = await findLog(reader, logId);
      if (log === undefined || log.follow_up_version !== version || log.closed_on !== null)
        return 'The follow-up was reassigned or closed first, so no email was sent.';
      const owner = await findOwnerEmail(reader, log);
      if (owner === null) return 'The follow-up has no owner who can get an email.';
      // Where and when, and nothing that was written: email may be read in transit and forwarded (FERPA).
      const text = [
        'A follow-up on a building round was assigned to you.',
        '',
        `Building: ${log.building}`,
        `Round:    ${sayTime(log.written_at ?? log.created_at, campus.timeZone)}`,
        '',
        'See it, and close it when it is done:',
        `${publicUrl}${raLogs.screens.followUps.path}`,
        '',
        `${campus.product} sent this email automatically. Replies are not read.`,
      ].join('\n');
      const page = publicUrl + raLogs.screens.followUps.path;
      const notification = { topic: 'ra-logs.follow-ups', page };
      const email = { notification, key: `ra-log-assigned-${logId}-${version}`, to: owner, text };
      return mail.send({ ...email, subject: `Follow-up assigned to you: ${log.building}` }, signal);
    },
    about: (notices) =>
      sayBuildings(
        reader,
        notices.map(({ logId }) => [logId]),
      ),
  });
}
