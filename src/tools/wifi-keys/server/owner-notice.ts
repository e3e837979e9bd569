import { z } from 'zod';
import type { WhoHelps } from '../../../platform/contract/who-helps.ts';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { signature } from '../../../platform/server/mail/signature.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { addGuest, createWifiKey } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { findKey, type KeyRow } from './queries.ts';

const events = ['revoked', 'replaced', 'allowed', 'made'] as const;
type Event = (typeof events)[number];

/** No key and no name: jobs are kept and backed up. */
const data = z.object({
  /** The key's. What IT allows again is gone; what IT revokes is kept for longer than a job. */
  id: z.uuid(),
  personId: z.uuid(),
  kind: z.enum(['own', 'device', 'guest']),
  event: z.enum(events),
});
type Notice = z.output<typeof data>;
const ownerNotice = { name: 'wifi-keys.owner-notice', data };

/** Notifies the owner of a key, or the sponsor of a guest, about what IT did with it. Each event happens to a key once. */
export async function enqueueNotice(
  unit: UnitOfWork,
  { id, owner_id, kind }: KeyRow,
  event: Event,
): Promise<void> {
  await unit.enqueue<Notice>(ownerNotice, { id, personId: owner_id, kind, event });
}

export interface MailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: WhoHelps & { product: string };
}

export function createOwnerNotice(services: MailServices & Pick<Platform, 'permissionsOf'>): Job {
  const { reader, permissionsOf } = services;
  return defineJob<Notice>({
    ...ownerNotice,
    title: 'Notify someone about their Wi-Fi key',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ id, personId, kind, event }, { signal }) {
      const email = await findAddress(reader, personId);
      if (email === null) return 'This person can no longer sign in, so no email was sent.';
      // Someone who lost the groups can't open the page.
      const holder = await findHolder(reader, permissionsOf, { id: personId });
      const { access } = kind === 'guest' ? addGuest : createWifiKey;
      const mayOpen = holder?.permissions.has(access) === true;
      if (event === 'allowed' && !mayOpen)
        return "This person can't get Wi-Fi keys anymore, so no email was sent.";
      const label = (await findKey(reader, id))?.label;
      const key = kind === 'own' ? 'Your Wi-Fi key' : `The Wi-Fi key for ${label ?? 'your device'}`;
      const { subject, lines } = kind === 'guest' ? wordsOfGuest(label) : words[event](key);
      const { own, guests } = wifiKeys.screens;
      const ending = mayOpen ? footer(services, kind === 'guest' ? guests : own) : signature(services.campus);
      const text = [...lines, '', ...ending].join('\n');
      return services.mail.send({ key: `wifi-key-${event}-${id}`, to: email, subject, text }, signal);
    },
  });
}

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
      'IT created a Wi-Fi key for you. Open the page below to see it, and give it to each of your devices.',
    ],
  }),
  allowed: () => ({
    subject: 'You can get a Wi-Fi key again',
    lines: ['IT allowed you to get a new Wi-Fi key. Open the page below to get it.'],
  }),
};

/** IT does nothing else with the key of a guest. Their sponsor's page calls it ended. */
function wordsOfGuest(label = 'your guest'): { subject: string; lines: string[] } {
  return {
    subject: `The Wi-Fi key of ${label} was ended`,
    lines: [
      "IT ended this key: it no longer works. Your guest was not notified. If you don't know why, contact IT.",
    ],
  };
}

/** Where to go, and who helps. */
export function footer(
  { publicUrl, campus }: Pick<MailServices, 'publicUrl' | 'campus'>,
  { path }: { path: string },
): string[] {
  return [`${publicUrl}${path}`, '', ...signature(campus)];
}
