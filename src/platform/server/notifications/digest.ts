import { createHash } from 'node:crypto';
import { z } from 'zod';
import { counted } from '../../contract/counted.ts';
import { notificationsPath } from '../../contract/notifications.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import { defineJob, type Job } from '../jobs/job.ts';
import type { Email } from '../mail/email.ts';
import { findAddress } from '../mail/find-address.ts';
import type { Mail } from '../mail/mail.ts';
import { sendEach, wasSent } from '../mail/send-each.ts';
import { mostConnections } from '../mail/smtp-transport.ts';

interface DigestServices {
  reader: Reader;
  unaudited: Unaudited;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
}

/** No one reads more in one email; the rest comes with the next digest. */
const most = 200;

/** Sends everyone who chose it what has come up for them since the last time, in one email. */
export function createDigest(services: DigestServices): Job {
  const { reader } = services;
  return defineJob({
    name: 'platform.digest',
    title: 'Send daily digests',
    data: z.object({}),
    retries: 10,
    limitSeconds: 30 * 60,
    schedule: '0 7 * * *',
    async run(_data, { signal }) {
      const people = await reader.selectFrom('digest_entries').select('person_id').distinct().execute();
      let sent = 0;
      const sendOne = async ({ person_id }: (typeof people)[number]) => {
        signal.throwIfAborted();
        if (await sendDigest(services, person_id, signal)) sent += 1;
      };
      await sendEach(people, sendOne, mostConnections);
      return `Sent ${counted(sent, 'digest')}.`;
    },
  });
}

/** @returns whether an email was sent: not if the account is blocked or gone, or its address is refused */
async function sendDigest(services: DigestServices, personId: string, signal: AbortSignal): Promise<boolean> {
  const { reader, unaudited, mail } = services;
  const entries = await reader
    .selectFrom('digest_entries')
    .select(['key', 'subject', 'page', 'at'])
    .where('person_id', '=', personId)
    .orderBy('at')
    .orderBy('key')
    .limit(most)
    .execute();
  const address = await findAddress(reader, personId);
  if (entries.length === 0) return false;
  let isSent = false;
  if (address !== null) {
    const key = keyOf(
      personId,
      entries.map((entry) => entry.key),
    );
    // An address that the mail server rejects for good is not tried each day.
    isSent = await wasSent(mail.send({ key, to: address, ...write(entries, services) }, signal));
  }
  await unaudited('digest entries')
    .deleteFrom('digest_entries')
    .where(
      'key',
      'in',
      entries.map(({ key }) => key),
    )
    .execute();
  return isSent;
}

/** The same for a job that runs again. A mail server drops an email that it has seen: one that says more has a different key. */
function keyOf(personId: string, entries: readonly string[]): string {
  return `digest-${personId}-${createHash('sha256').update(entries.join('\n')).digest('hex').slice(0, 24)}`;
}

function write(
  entries: readonly { subject: string; page: string }[],
  { publicUrl, campus: { product } }: Pick<DigestServices, 'publicUrl' | 'campus'>,
): Pick<Email, 'subject' | 'text'> {
  const count = entries.length === 1 ? 'one notification' : `${entries.length} notifications`;
  return {
    subject: `[${product}] Your day: ${count}`,
    text: [
      'What has come up for you since the last digest:',
      '',
      ...entries.flatMap(({ subject, page }) => [subject, page, '']),
      `${product} sent this email once for the whole day, as you chose. Replies are not read.`,
      `Choose what you get by email: ${publicUrl}${notificationsPath}`,
    ].join('\n'),
  };
}
