import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { wifiKeys } from '../tool.ts';
import type { KeyRow } from './queries.ts';

const events = ['revoked', 'replaced', 'allowed', 'made'] as const;
type Event = (typeof events)[number];

/** No key and no name: jobs are kept and backed up. */
const data = z.object({
  id: z.uuid(),
  personId: z.uuid(),
  kind: z.enum(['own', 'device', 'guest']),
  event: z.enum(events),
});
type Notice = z.output<typeof data>;
const ownerNotice = { name: 'wifi-keys.owner-notice', data };

/** Notifies the owner of a key about what IT did with it. */
export async function enqueueNotice(unit: UnitOfWork, key: KeyRow, event: Event): Promise<void> {
  await unit.enqueue<Notice>(ownerNotice, { id: uuid(), personId: key.owner_id, kind: key.kind, event });
}

export interface MailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; supportTeam?: string | undefined; supportContact?: string | undefined };
}

export function createOwnerNotice(services: MailServices): Job {
  return defineJob<Notice>({
    ...ownerNotice,
    title: 'Notify someone about their Wi-Fi key',
    retries: 30,
    limitSeconds: 120,
    async run({ id, personId, kind, event }, { signal }) {
      const email = await emailOf(services.reader, personId);
      if (email === null) return 'This person no longer has an account, so no email was sent.';
      const { subject, lines } = words[event](kind === 'own' ? 'Your Wi-Fi key' : kindWords[kind]);
      const text = [...lines, '', ...footer(services)].join('\n');
      return services.mail.send({ key: `wifi-key-${event}-${id}`, to: email, subject, text }, signal);
    },
  });
}

const kindWords = { device: 'The Wi-Fi key for your device', guest: "Your guest's Wi-Fi key" };

const words: Record<Event, (key: string) => { subject: string; lines: string[] }> = {
  revoked: (key) => ({
    subject: `${key} was revoked`,
    lines: [`IT revoked this key: it no longer works. If you don't know why, contact IT.`],
  }),
  replaced: (key) => ({
    subject: `${key} was replaced`,
    lines: [
      'IT replaced your Wi-Fi key. The old one no longer works.',
      'Open the page below to see the new key, and give it to each of your devices.',
    ],
  }),
  made: () => ({
    subject: 'You have a Wi-Fi key',
    lines: [
      'IT made a Wi-Fi key for you. Open the page below to see it, and give it to each of your devices.',
    ],
  }),
  allowed: () => ({
    subject: 'You can get a Wi-Fi key again',
    lines: ['IT allowed you to get a new Wi-Fi key. Open the page below to get it.'],
  }),
};

/** Where to go, and who helps. */
export function footer({ publicUrl, campus }: Pick<MailServices, 'publicUrl' | 'campus'>): string[] {
  const { product, supportContact, supportTeam = 'IT' } = campus;
  return [
    `${publicUrl}${wifiKeys.screens.own.path}`,
    '',
    ...(supportContact === undefined ? [] : [`${supportTeam}: ${supportContact}`]),
    `${product} sent this email automatically. Replies are not read.`,
  ];
}

async function emailOf(reader: Reader, personId: string): Promise<string | null> {
  const rows = await readRows(
    reader,
    sql<{ email: string }>`select email from people where id = ${personId} and email_released_at is null`,
  );
  return rows[0]?.email ?? null;
}
