import { sql } from 'kysely';
import { z } from 'zod';
import { findHolders } from '../../../../platform/server/belongings/holders.ts';
import { readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { sendEach, wasSent } from '../../../../platform/server/mail/send-each.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { addExclusion } from '../../contract.ts';
import { passwordReset } from '../../tool.ts';
import { footer } from '../link/emails.ts';

/** So many days before an exclusion ends, whoever added it can still prolong it. */
const noticeDays = 3;

/**
 * Notifies the one who added an exclusion before it ends: it may stand for a stolen identity. While they may no longer
 * manage exclusions, it notifies everyone who may.
 */
export function createExclusionNotice(platform: Platform): Job {
  const { reader, permissionsOf, groupsWith, mail, unaudited, publicUrl } = platform;
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
        sql<{ id: string; email: string; author: string | null }>`
          select id, principal_email as email, created_by_id as author from reset_exclusions
          where noticed_at is null and expires_at > now() and expires_at < now() + make_interval(days => ${noticeDays})
            and expires_at > created_at + make_interval(days => ${noticeDays})`,
      );
      const managers = await findHolders(reader, permissionsOf, groupsWith(addExclusion.access));
      let sent = 0;
      await sendEach(ending, async ({ id, email, author }) => {
        const authors = managers.filter((manager) => manager.id === author);
        const lines = [
          `The exclusion of ${email} from the password reset ends within ${noticeDays} days.`,
          'If it is still needed, delete it and add another one:',
          `${publicUrl}${passwordReset.screens.exclusions.path}`,
          '',
          ...footer(platform),
        ];
        const subject = 'An exclusion from the password reset ends soon';
        const text = lines.join('\n');
        let taken = 0;
        await sendEach(authors.length > 0 ? authors : managers, async (manager) => {
          const key = `password-exclusion-${id}-${manager.id}`;
          if (await wasSent(mail.send({ key, to: manager.email, subject, text }, signal))) taken += 1;
        });
        if (taken === 0) return;
        sent += taken;
        // Only after all of them: the next try would not come back to one whose email was deferred.
        await sql`update reset_exclusions set noticed_at = now() where id = ${id}`.execute(
          unaudited('expired rows'),
        );
      });
      return `${sent} notices were sent.`;
    },
  });
}
