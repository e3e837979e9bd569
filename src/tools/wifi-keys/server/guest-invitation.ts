import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { KeyAuthority } from './authority/key-authority.ts';
import { findKey, type KeyRow } from './queries.ts';
import { isUsable } from './rules.ts';
import { sayDay } from './say-day.ts';

/** Only the id: jobs are kept and backed up. */
const data = z.object({ keyId: z.uuid() });
type Invitation = z.output<typeof data>;
const guestInvitation = { name: 'wifi-keys.guest-invitation', data };

export async function enqueueInvitation(unit: UnitOfWork, { id }: KeyRow): Promise<void> {
  await unit.enqueue<Invitation>(guestInvitation, { keyId: id });
}

interface InvitationServices {
  reader: Reader;
  mail: Mail;
  authority: KeyAuthority;
  network: string;
  campus: { product: string; college: string; timeZone: string };
}

/** Sends a guest their key. Every word is ours: no one can write to strangers in the college's name. */
export function createGuestInvitation(services: InvitationServices): Job {
  const { reader, mail, authority, network, campus } = services;
  return defineJob<Invitation>({
    ...guestInvitation,
    title: 'Send a guest their Wi-Fi key',
    retries: 10,
    limitSeconds: 120,
    async run({ keyId }, { signal }) {
      const row = await findKey(reader, keyId);
      const password = row === undefined || !isUsable(row) ? null : await authority.read(row);
      if (row?.guest_email == null || password === null)
        return 'The key was ended first, so no email was sent.';
      const text = [
        `${await nameOf(reader, row.owner_id)} at ${campus.college} is giving you a key for the Wi-Fi on campus.`,
        '',
        `Network: ${network}`,
        `Key:     ${password}`,
        '',
        `It works until ${sayDay(row.expires_at, campus.timeZone)}. It is yours alone: please don't share it.`,
        "If you aren't expecting to visit the college, ignore this email.",
        '',
        `${campus.product} sent this email automatically. Replies are not read.`,
      ].join('\n');
      const subject = `Your Wi-Fi key for ${campus.college}`;
      return mail.send({ key: `wifi-guest-${keyId}`, to: row.guest_email, subject, text }, signal);
    },
  });
}

async function nameOf(reader: Reader, personId: string): Promise<string> {
  const rows = await readRows(reader, sql<{ name: string }>`select name from people where id = ${personId}`);
  return rows[0]?.name ?? 'Someone';
}
