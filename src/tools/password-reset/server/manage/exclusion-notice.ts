import { sql } from 'kysely';
import { z } from 'zod';
import { readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { sendEach, wasSent } from '../../../../platform/server/mail/send-each.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { passwordReset } from '../../tool.ts';
import { footer } from '../link/emails.ts';

/** So many days before an exclusion ends, whoever added it can still prolong it. */
const noticeDays = 3;

/** Notifies the one who added an exclusion before it ends: it may stand for a stolen identity. */
export function createExclusionNotice(platform: Platform): Job {
  const { reader, mail, unaudited, publicUrl } = platform;
  return defineJob({
    name: 'password-reset.exclusion-notice',
    title: 'Notify IT that exclusions end soon',
    data: z.object({}),
    retries: 5,
    limitSeconds: 5 * 60,
    schedule: '11 8 * * *',
    async run(_data, { signal }) {
      const ending = await readRows(
        reader,
        sql<{ id: string; email: string; to: string }>`
          select e.id, e.principal_email as email, p.email as to from reset_exclusions e
          join people p on p.id = e.created_by_id and p.email_released_at is null and not p.disabled
          where e.noticed_at is null and e.expires_at > now() and e.expires_at < now() + make_interval(days => ${noticeDays})
            and e.expires_at > e.created_at + make_interval(days => ${noticeDays})`,
      );
      await sendEach(ending, async ({ id, email, to }) => {
        const lines = [
          `The exclusion of ${email} from the password reset ends within ${noticeDays} days.`,
          'If it is still needed, delete it and add another one:',
          `${publicUrl}${passwordReset.screens.exclusions.path}`,
          '',
          ...footer(platform),
        ];
        const subject = 'An exclusion from the password reset ends soon';
        await wasSent(
          mail.send({ key: `password-exclusion-${id}`, to, subject, text: lines.join('\n') }, signal),
        );
        await sql`update reset_exclusions set noticed_at = now() where id = ${id}`.execute(
          unaudited('expired rows'),
        );
      });
      return `${ending.length} notices were sent.`;
    },
  });
}
