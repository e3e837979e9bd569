import { z } from 'zod';
import type { AuditEntry } from '../../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { findOwners, findUsers } from '../owners.ts';
import type { Reset } from '../reset.ts';
import { endOpenLinks } from './issue.ts';
import { enqueueNotice } from './notice.ts';
import { findLink, type LinkRow, moveLink } from './queries.ts';

type Named = Pick<LinkRow, 'id' | 'principal_email'>;

/** An entry about a link, without anything that could open it. */
export function linkEntry(
  action: string,
  { id, principal_email }: Named,
): AuditEntry<{ principal_email: string }> {
  const columns = { principal_email: 'plain' } as const;
  return { action, subject: { type: 'password-link', id, columns }, after: { principal_email } };
}

/** After the password has changed: the link is used, all sessions end, and every address on record is notified. */
export async function finishLink(
  unit: UnitOfWork,
  { sessions, directoryProviders }: Pick<Reset, 'sessions' | 'directoryProviders'>,
  reader: Reader,
  link: Named & Pick<LinkRow, 'account_key'>,
  { isSure }: { isSure: boolean },
): Promise<void> {
  unit.demand(byPermission);
  if (!(await moveLink(unit.transaction, link.id, 'used')))
    return unit.record(linkEntry('password-link.finished', link));
  // An earlier one may be open again: the directory refused its password after this one was issued.
  await endOpenLinks(unit, link.principal_email);
  const account = { addresses: [link.principal_email], key: link.account_key };
  for (const personId of await findUsers(reader, account, directoryProviders))
    await sessions.endAllOf(unit, personId);
  const [owner] = await findOwners(reader, link.principal_email);
  unit.record({ ...linkEntry('password.reset', link), ...(owner === undefined ? {} : { about: owner }) });
  await enqueueNotice(unit, { linkId: link.id, isSure });
}

/** An earlier release queued jobs without the number of the claim. */
const data = z.object({ linkId: z.uuid(), claim: z.int().optional() });
type Settle = z.output<typeof data>;
const settle = { name: 'password-reset.settle', data };

/** @param claim Which claim of the link: a later one has its own job, and may be under way when this one runs */
export async function enqueueSettle(unit: UnitOfWork, linkId: string, claim: number): Promise<void> {
  // Longer than any directory takes to answer.
  await unit.enqueue<Settle>(settle, { linkId, claim }, { startAfterSeconds: 180 });
}

/** Finishes what a server started and did not finish: the password may have changed, so the person is notified. */
export function createSettle(platform: Platform, reset: Pick<Reset, 'sessions' | 'directoryProviders'>): Job {
  return defineJob<Settle>({
    ...settle,
    title: 'Make sure that a password change was finished',
    retries: 8,
    limitSeconds: 60,
    async run({ linkId, claim }) {
      const link = await findLink(platform.reader, linkId);
      if (link?.state !== 'claimed' || (claim ?? link.claims) !== link.claims) return 'It was finished.';
      const change = platform.change.changeAsSystem('password reset');
      await change((unit) => finishLink(unit, reset, platform.reader, link, { isSure: false }));
      return 'It was not finished: sessions were ended, and the person was notified.';
    },
  });
}
