import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { personalEmailPurpose } from '../facts/plan-import.ts';
import { findFacts } from '../facts/queries.ts';
import { changedEmail } from './emails.ts';
import { findLink } from './queries.ts';

const data = z.object({ linkId: z.uuid(), isSure: z.boolean() });
type Notice = z.output<typeof data>;
const notice = { name: 'password-reset.notice', data };

export async function enqueueNotice(unit: UnitOfWork, about: Notice): Promise<void> {
  await unit.enqueue<Notice>(notice, about);
}

/** Notifies the person at the personal and the college address. */
export function createNotice(platform: Platform): Job {
  return defineJob<Notice>({
    ...notice,
    title: 'Notify someone that their password changed',
    retries: 30,
    limitSeconds: 120,
    async run({ linkId, isSure }, { signal }) {
      const link = await findLink(platform.reader, linkId);
      if (link === undefined) return 'This is too long ago to notify anyone.';
      const email = changedEmail(platform, link.principal_email, isSure);
      for (const [where, to] of await addressesOf(platform, link.principal_email))
        await platform.mail.send({ key: `password-changed-${linkId}-${where}`, to, ...email }, signal);
      return 'All addresses on record were notified.';
    },
  });
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
