import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { oneLine } from '../../../platform/contract/fields.ts';
import { mostListed } from '../../../platform/server/belongings/belongings.ts';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';

/** Only ids: jobs are kept and backed up. */
const data = z.object({
  id: z.uuid(),
  from: z.uuid(),
  to: z.uuid(),
  things: z.array(z.object({ kind: z.string(), keys: z.array(z.string()) })),
});
type Received = z.output<typeof data>;
const receivedEmail = { name: 'comings-and-goings.received', data };

/** Emails the new owner once, about everything that they got in one hand-over. */
export async function enqueueReceived(unit: UnitOfWork, received: Omit<Received, 'id'>): Promise<void> {
  await unit.enqueue<Received>(receivedEmail, { id: uuid(), ...received });
}

type Services = Pick<Platform, 'reader' | 'mail' | 'publicUrl' | 'campus' | 'permissionsOf' | 'belongings'>;

export function createReceivedEmail(services: Services): Job {
  const { reader, mail, publicUrl, campus, permissionsOf, belongings } = services;
  return defineJob<Received>({
    ...receivedEmail,
    title: 'Notify someone of what was handed over to them',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ id, from, to, things }, { signal }) {
      const receiver = await findHolder(reader, permissionsOf, { id: to });
      const giver = await findHolder(reader, permissionsOf, { id: from });
      const email = await findAddress(reader, to);
      if (receiver === null || email === null)
        return 'The person who got them can no longer sign in, so no email was sent.';
      const lines: string[] = [];
      for (const { kind, keys } of things) {
        const declared = belongings().find((one) => one.kind === kind);
        // Whatever was passed on again in the meantime is no longer theirs.
        const theirs = (await declared?.list(reader, receiver)) ?? [];
        const got = theirs.filter(({ key }) => keys.includes(key));
        // What is not listed may be beyond the end of the list.
        const others = theirs.length < mostListed ? 0 : keys.length - got.length;
        if (declared === undefined || got.length + others === 0) continue;
        const titles = got.map(({ title, emailTitle = title }) => oneLine(emailTitle));
        if (others > 0)
          titles.push(
            got.length > 0 ? `and ${others} more` : `${others} ${declared.noun[others === 1 ? 0 : 1]}`,
          );
        lines.push('', `${declared.title}:`, ...titles.map((title) => `  ${title}`));
      }
      if (lines.length === 0) return 'They were passed on again first, so no email was sent.';
      const text = [
        `IT handed over to you what belonged to ${giver?.name ?? 'someone who left'}.`,
        ...lines,
        '',
        'Sign in to see them:',
        publicUrl,
        '',
        `${campus.product} sent this email automatically. Replies are not read.`,
      ].join('\n');
      const subject = 'Handed over to you by IT';
      return mail.send({ key: `handed-over-${id}`, to: email, subject, text }, signal);
    },
  });
}
