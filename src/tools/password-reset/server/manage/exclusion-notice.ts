import { sql } from 'kysely';
import { z } from 'zod';
import { findHolders } from '../../../../platform/server/belongings/holders.ts';
import { doEach } from '../../../../platform/server/change/do-each.ts';
import { Overtaken, wasMade } from '../../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import { readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../../platform/server/mail/find-address.ts';
import { signature } from '../../../../platform/server/mail/signature.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { addExclusion } from '../../contract.ts';
import { passwordReset } from '../../tool.ts';
import { writeIn } from '../tables.ts';

/** This many days before an exclusion ends, whoever added it can still extend it. */
const noticeDays = 3;

const data = z.object({ exclusionId: z.uuid(), personId: z.uuid() });
type Notice = z.output<typeof data>;
const notice = { name: 'password-reset.exclusion-email', data };

/**
 * Notifies the person who added an exclusion before it ends: it may be about a stolen identity. If they may no longer
 * manage exclusions, it notifies everyone who may. One job each: a failure for one repeats nothing for the others.
 */
export function createExclusionCheck({ reader, permissionsOf, groupsWith, change }: Platform): Job {
  const changeAs = change.changeAsSystem('password-reset.exclusion-notice');
  return defineJob({
    name: 'password-reset.exclusion-notice',
    title: 'Find exclusions that end soon',
    data: z.object({}),
    retries: 5,
    limitSeconds: 5 * 60,
    schedule: '11 8 * * *',
    async run(_data, { signal }) {
      const ending = await readRows(
        reader,
        sql<{ id: string; author: string | null }>`
          select id, created_by_id as author from reset_exclusions
          where noticed_at is null and expires_at > now() and expires_at < now() + make_interval(days => ${noticeDays})
            and expires_at > created_at + make_interval(days => ${noticeDays})`,
      );
      const managers = await findHolders(reader, permissionsOf, groupsWith(addExclusion.access));
      let emails = 0;
      const note = async ({ id, author }: (typeof ending)[number]) => {
        const authors = managers.filter((manager) => manager.id === author);
        const people = authors.length > 0 ? authors : managers;
        const noting = changeAs(async (unit) => {
          unit.demand(byPermission);
          const { numUpdatedRows } = await writeIn(unit.transaction)
            .updateTable('reset_exclusions')
            .set({ noticed_at: new Date() })
            .where('id', '=', id)
            .where('noticed_at', 'is', null)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw new Overtaken();
          const subject = { type: 'password-exclusion', id, columns: {} };
          unit.record({ action: 'password-exclusion.notify', subject });
          for (const { id: personId } of people)
            await unit.enqueue<Notice>(notice, { exclusionId: id, personId });
        });
        if (await wasMade(noting)) emails += people.length;
      };
      await doEach(managers.length === 0 ? [] : ending, note, signal);
      return `Emails: ${emails}.`;
    },
  });
}

/** The email to one person. */
export function createExclusionNotice(platform: Platform): Job {
  const { reader, mail, publicUrl } = platform;
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone in IT that an exclusion ends soon',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ exclusionId, personId }, { signal }) {
      const [exclusion] = await readRows(
        reader,
        sql<{ email: string }>`
          select principal_email as email from reset_exclusions where id = ${exclusionId} and expires_at > now()`,
      );
      const to = await findAddress(reader, personId);
      if (exclusion === undefined || to === null)
        return 'The exclusion or the account ended first, so no email was sent.';
      const text = [
        `The exclusion of ${exclusion.email} from the password reset ends within ${noticeDays} days.`,
        'If it is still needed, add it again with a later end:',
        `${publicUrl}${passwordReset.screens.exclusions.path}`,
        '',
        ...signature(platform.campus),
      ].join('\n');
      const subject = 'An exclusion from the password reset ends soon';
      const key = `password-exclusion-${exclusionId}-${personId}`;
      return mail.send({ key, to, subject, text }, signal);
    },
  });
}
