import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../../platform/server/jobs/job.ts';
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
  where: z.enum(['college', 'personal']),
});
type Notice = z.output<typeof data>;
const notice = { name: 'password-reset.notice', data };

/** One job for each address: neither waits for the other, or gets its email again because of it. */
export async function enqueueNotice(unit: UnitOfWork, about: Omit<Notice, 'id' | 'where'>): Promise<void> {
  const id = uuid();
  for (const where of ['college', 'personal'] as const)
    await unit.enqueue<Notice>(notice, { id, ...about, where });
}

/** Notifies the person at the personal or the college address. Each kind of notice has its own keys. */
export function createNotice(platform: Platform): Job {
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone about their password',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ id, linkId, personId, deskResetId, isSure, where }, { signal }) {
      const notify = async (key: string, about: string, email: { subject: string; text: string }) => {
        const to = where === 'college' ? about : await personalEmailOf(platform, about);
        if (to === null) return 'There is no such address on record.';
        return platform.mail.send({ key: `${key}-${where}`, to, ...email }, signal);
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

async function personalEmailOf(
  { reader, secrets }: Pick<Platform, 'reader' | 'secrets'>,
  email: string,
): Promise<string | null> {
  const facts = await findFacts(reader, email);
  return openPersonalEmail(secrets, facts?.personal_email ?? null);
}
