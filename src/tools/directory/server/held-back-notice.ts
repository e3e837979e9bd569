import { z } from 'zod';
import { findHolders } from '../../../platform/server/belongings/holders.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { findRun, findWaitingOf, type RunRow } from '../../../platform/server/directory/runs.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { confirmRun } from '../contract.ts';
import { directory } from '../tool.ts';

const data = z.object({ runId: z.uuid(), personId: z.uuid() });
type Notice = z.output<typeof data>;
const notice = { name: 'directory.held-back-email', data };

/** Notifies everyone who can confirm a reading. One job each: a failure for one repeats nothing for the others. */
export async function enqueueHeldBack(
  unit: UnitOfWork,
  run: RunRow,
  { reader, permissionsOf, groupsWith }: Pick<Platform, 'reader' | 'permissionsOf' | 'groupsWith'>,
): Promise<void> {
  const deciders = await findHolders(reader, permissionsOf, groupsWith(confirmRun.access));
  for (const { id } of deciders) await unit.enqueue<Notice>(notice, { runId: run.id, personId: id });
}

/** The email to one person. */
export function createHeldBackNotice({ reader, mail, publicUrl, campus }: Platform): Job {
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone in IT that a change of the directory is held back',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ runId, personId }, { signal }) {
      const first = await findRun(reader, runId);
      // A newer version may have replaced it.
      const run = first && (await findWaitingOf(reader, first));
      const to = await findAddress(reader, personId);
      if (run === undefined || to === null)
        return 'The change was decided first, or the account can get no email, so none was sent.';
      const page = `${publicUrl}${directory.screens.runs.path}`;
      const text = [
        `A change of the directory is held back${run.reason === null ? '.' : `: ${run.reason}`}`,
        'Until someone confirms or discards it, the directory stays as it was:',
        page,
        '',
      ].join('\n');
      const subject = `[${campus.product}] A change of the directory is held back`;
      const notification = { topic: 'directory.held-back', page };
      return mail.send({ key: `held-back-${runId}-${personId}`, to, subject, text, notification }, signal);
    },
  });
}
