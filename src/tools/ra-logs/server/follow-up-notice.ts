import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import type { RaLogsCampus } from '../settings.ts';
import { raLogs } from '../tool.ts';
import { type LogRow, selectByIds } from './queries.ts';
import { sayBuildings } from './say-buildings.ts';

const recipient = z.string();
const digest = z.object({ recipient, logIds: z.array(z.uuid()).min(1) });
/** As an older version enqueued it: an email for each log. */
const single = z
  .object({ recipient, logId: z.uuid() })
  .transform(({ recipient, logId }) => ({ recipient, logIds: [logId] }));

type Notice = z.output<typeof digest>;

const followUpNotice = { name: 'ra-logs.follow-up-notice', data: z.union([digest, single]) };

/** Beyond this, the email only says how many there are. */
const mostListed = 50;

/** Notifies each recipient of the log, in one email with what was filed within a few minutes. */
export async function enqueueNotice(
  unit: UnitOfWork,
  logId: string,
  { followUpRecipients, followUpDigestMinutes }: RaLogsCampus,
): Promise<void> {
  for (const recipient of followUpRecipients) {
    await unit.enqueue<Notice>(
      followUpNotice,
      { recipient, logIds: [logId] },
      {
        singletonKey: recipient.toLowerCase(),
        startAfterSeconds: followUpDigestMinutes * 60,
        merge: (waiting, added) => ({ recipient, logIds: [...waiting.logIds, ...added.logIds] }),
      },
    );
  }
}

interface NoticeServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { timeZone: string; product: string };
}

/** Notifies one recipient of the logs that need follow-up. */
export function createFollowUpNotice(services: NoticeServices): Job {
  return defineJob<Notice>({
    ...followUpNotice,
    title: 'Notify Residence Life of follow-ups',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ logIds, recipient }, { signal }) {
      const logs = await selectByIds(services.reader, logIds);
      const [first] = logs;
      if (first === undefined) return 'The log no longer exists, so no one was notified.';
      const key = `ra-log-follow-up-${logIds[0]}-${nameless(recipient)}`;
      const page = `${services.publicUrl}${raLogs.screens.logs.path}?followUp=open`;
      const notification = { topic: 'ra-logs.filed', page };
      return services.mail.send(
        { key, to: recipient, notification, ...write(first, logs, services) },
        signal,
      );
    },
    about: (notices) =>
      sayBuildings(
        services.reader,
        notices.map(({ logIds }) => logIds),
      ),
  });
}

function nameless(recipient: string): string {
  return createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 12);
}

/** Where and when, and nothing about what was written or by whom: email may be read in transit and forwarded (FERPA). */
function write(
  first: LogRow,
  logs: readonly LogRow[],
  { publicUrl, campus }: Pick<NoticeServices, 'publicUrl' | 'campus'>,
): Pick<Email, 'subject' | 'text'> {
  const one = logs.length === 1;
  const timeOf = ({ written_at, created_at }: LogRow) => sayTime(written_at ?? created_at, campus.timeZone);
  const rounds = one
    ? [`Building: ${first.building}`, `Round:    ${timeOf(first)}`]
    : logs.slice(0, mostListed).map((log) => `- ${log.building}, ${timeOf(log)}`);
  const others = logs.length - mostListed;
  return {
    subject: `RA log${one ? '' : 's'} need${one ? 's' : ''} follow-up: ${one ? first.building : logs.length}`,
    text: [
      one
        ? 'A resident assistant asked for follow-up on a building round.'
        : `Resident assistants asked for follow-up on ${logs.length} building rounds.`,
      '',
      ...rounds,
      ...(others > 0 ? [`- and ${others} more`] : []),
      '',
      `See the log${one ? '' : 's'} for details. All open follow-ups:`,
      `${publicUrl}${raLogs.screens.logs.path}?followUp=open`,
      '',
      `${campus.product} sent this email automatically. Replies are not read.`,
    ].join('\n'),
  };
}
