import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { sendEach, wasSent } from '../../../../platform/server/mail/send-each.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { findDeskReset } from '../desk/queries.ts';
import { openPersonalEmail } from '../facts/personal-email.ts';
import { findFacts } from '../facts/queries.ts';
import { changedEmail, deskEmail } from './emails.ts';
import { findLink } from './queries.ts';

/** A link that was used, the person who changed their own, or a link that was given out at the desk. */
const data = z.object({
  id: z.uuid(),
  linkId: z.uuid().optional(),
  personId: z.uuid().optional(),
  deskResetId: z.uuid().optional(),
  isSure: z.boolean(),
  /** Both in a job of an older version. */
  where: z.enum(['college', 'personal']).optional(),
});
type Notice = z.output<typeof data>;
const notice = { name: 'password-reset.notice', data };

/** One job for each address: while the mail server defers one of them, the other gets nothing twice. */
export async function enqueueNotice(unit: UnitOfWork, about: Omit<Notice, 'id' | 'where'>): Promise<void> {
  const id = uuid();
  for (const where of ['college', 'personal'] as const)
    await unit.enqueue<Notice>(notice, { id, ...about, where });
}

/** Notifies the person at the personal and the college address. Kinds of notices have keys of their own. */
export function createNotice(platform: Platform): Job {
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone about their password',
    retries: 30,
    limitSeconds: 120,
    async run({ id, linkId, personId, deskResetId, isSure, where: only }, { signal }) {
      const notify = async (key: string, about: string, email: { subject: string; text: string }) => {
        const all = await addressesOf(platform, about);
        const addresses = all.filter(([where]) => only === undefined || where === only);
        if (addresses.length === 0) return 'There is no such address on record.';
        let notified = 0;
        await sendEach(addresses, async ([where, to]) => {
          if (await wasSent(platform.mail.send({ key: `${key}-${where}`, to, ...email }, signal)))
            notified += 1;
        });
        if (notified === 0)
          throw new JobFailure('The mail server refuses all addresses on record.', { final: true });
        return `${notified} of ${addresses.length} addresses on record were notified.`;
      };
      if (deskResetId !== undefined) {
        const row = await findDeskReset(platform.reader, deskResetId);
        if (row === undefined) return tooLate;
        const email = deskEmail(platform, row.principal_email, row.id_kind);
        return notify(`password-desk-${deskResetId}`, row.principal_email, email);
      }
      const about = await emailOf(platform.reader, { linkId, personId });
      if (about === null) return tooLate;
      return notify(`password-changed-${linkId ?? id}`, about, changedEmail(platform, about, isSure));
    },
  });
}

const tooLate = 'This was too long ago to notify anyone.';

async function emailOf(
  reader: Reader,
  { linkId, personId }: Pick<Notice, 'linkId' | 'personId'>,
): Promise<string | null> {
  if (linkId !== undefined) return (await findLink(reader, linkId))?.principal_email ?? null;
  if (personId === undefined) return null;
  const person = await reader
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst();
  return person?.email ?? null;
}

/** Each address on its own: neither learns of the other. */
async function addressesOf(
  { reader, secrets }: Pick<Platform, 'reader' | 'secrets'>,
  email: string,
): Promise<[string, string][]> {
  const facts = await findFacts(reader, email);
  const personal = openPersonalEmail(secrets, facts?.personal_email ?? null);
  return [['college', email], ...(personal === null ? [] : [['personal', personal] as [string, string]])];
}
