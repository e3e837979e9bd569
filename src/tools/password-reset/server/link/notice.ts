import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { personalEmailPurpose } from '../facts/plan-import.ts';
import { findFacts } from '../facts/queries.ts';
import { changedEmail } from './emails.ts';
import { findLink } from './queries.ts';

/** A link that was used, or the person who changed their own. */
const data = z.object({
  id: z.uuid(),
  linkId: z.uuid().optional(),
  personId: z.uuid().optional(),
  isSure: z.boolean(),
});
type Notice = z.output<typeof data>;
const notice = { name: 'password-reset.notice', data };

export async function enqueueNotice(unit: UnitOfWork, about: Omit<Notice, 'id'>): Promise<void> {
  await unit.enqueue<Notice>(notice, { id: uuid(), ...about });
}

/** Notifies the person at the personal and the college address. */
export function createNotice(platform: Platform): Job {
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone that their password changed',
    retries: 30,
    limitSeconds: 120,
    async run({ id, linkId, personId, isSure }, { signal }) {
      const about = await emailOf(platform.reader, { linkId, personId });
      if (about === null) return 'This is too long ago to notify anyone.';
      const email = changedEmail(platform, about, isSure);
      for (const [where, to] of await addressesOf(platform, about))
        await platform.mail.send({ key: `password-changed-${linkId ?? id}-${where}`, to, ...email }, signal);
      return 'All addresses on record were notified.';
    },
  });
}

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
  const personal =
    facts?.personal_email == null ? [] : [secrets.decrypt(personalEmailPurpose, facts.personal_email)];
  return [['college', email], ...personal.map((address): [string, string] => ['personal', address])];
}
