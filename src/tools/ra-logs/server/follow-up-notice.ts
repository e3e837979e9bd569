import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Letter, Mail } from '../../../platform/server/mail/mail.ts';
import { raLogs } from '../tool.ts';
import { sayTime } from './campus-time.ts';
import { findLog, type LogRow } from './queries.ts';

/** Enqueued with the log itself, once for each recipient. */
export const followUpNotice = {
  name: 'ra-logs.follow-up-notice',
  data: z.object({ logId: z.uuid(), recipient: z.string() }),
};

interface NoticeServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { timeZone: string; product: string };
}

/** Tells one recipient that a log needs follow-up. */
export function createFollowUpNotice(services: NoticeServices): Job {
  return defineJob<z.output<typeof followUpNotice.data>>({
    ...followUpNotice,
    title: 'Tell Residence Life about a follow-up',
    // With pauses that grow to an hour: about a day.
    retries: 30,
    limitSeconds: 120,
    async run({ logId, recipient }, { signal }) {
      const log = await findLog(services.reader, logId);
      if (log === undefined) return 'The log is no longer there, so nobody was told.';
      return services.mail.send(writeLetter(log, recipient, services), signal);
    },
  });
}

/** Where and when, and nothing of what was written or by whom: mail is read on the way and forwarded (FERPA). */
function writeLetter(
  log: LogRow,
  recipient: string,
  { publicUrl, campus }: Pick<NoticeServices, 'publicUrl' | 'campus'>,
): Letter {
  const at = sayTime(log.written_at ?? log.created_at, campus.timeZone);
  return {
    key: `ra-log-follow-up-${log.id}-${createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 12)}`,
    to: recipient,
    subject: `RA log needs follow-up: ${log.building}`,
    text: [
      'A resident assistant asks for follow-up on a building round.',
      '',
      `Building: ${log.building}`,
      `Round:    ${at}`,
      '',
      'What was seen is told in the log. All logs that need follow-up:',
      `${publicUrl}${raLogs.screens.logs.path}?followUp=true`,
      '',
      `${campus.product} sent this letter by itself. Replies are not read.`,
    ].join('\n'),
  };
}
