import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../platform/server/mail/send-each.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { helpDesk } from '../tool.ts';
import {
  deleteRecipient,
  findUpdate,
  type IncidentUpdate,
  incidentTopic,
  insertRecipients,
  moveRecipients,
  selectRecipients,
  selectTitles,
} from './incident-queries.ts';
import { mayOpenPages } from './reach.ts';

const data = z.object({ incidentId: z.uuid(), version: z.int() });
type Update = z.output<typeof data>;

const incidentEmail = { name: 'help-desk.incident-email', data };

/**
 * Notifies everyone who has an issue of its update. Determines who they are, and enqueues one job for all: a job
 * for each of thousands would take too long while others wait to say that they have it, too.
 */
export async function enqueueUpdate(unit: UnitOfWork, incidentId: string, version: number): Promise<void> {
  await insertRecipients(unit.transaction, incidentId, version);
  await unit.enqueue<Update>(incidentEmail, { incidentId, version });
}

/** For a version that says nothing new: only those who are still waiting for the last update get an email. */
export async function enqueueRest(unit: UnitOfWork, incidentId: string, version: number): Promise<void> {
  if (await moveRecipients(unit.transaction, incidentId, version))
    await unit.enqueue<Update>(incidentEmail, { incidentId, version });
}

interface EmailServices {
  reader: Reader;
  permissionsOf: Platform['permissionsOf'];
  unaudited: Unaudited;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
}

/** Sends an update. Whoever has gotten it leaves the list, so that a repeated job continues where it stopped. */
export function createIncidentEmail(services: EmailServices): Job {
  const { reader, unaudited, mail } = services;
  return defineJob<Update>({
    ...incidentEmail,
    title: 'Emails about a known issue',
    retries: retriesForDays,
    limitSeconds: 60 * 60,
    async run({ incidentId, version }, { signal }) {
      const waiting = await selectRecipients(reader, incidentId, version);
      let notified = 0;
      let isReplaced = false;
      await sendEach(
        waiting,
        async (person) => {
          signal.throwIfAborted();
          // Each time: thousands take minutes, and what was replaced in the meantime must not go out.
          const update = await findUpdate(reader, incidentId, version);
          isReplaced = update === undefined;
          const to = await findAddress(reader, person);
          if (update !== undefined && to !== null) {
            const key = `incident-${incidentId}-${version}-${person}`;
            // Only the solution leads to a page.
            const mayOpen = update.state === 'solved' && (await mayOpenPages(services, person));
            const email = { ...compose(services, update, mayOpen), key, to };
            if (await wasSent(mail.send(email, signal))) notified += 1;
          }
          await deleteRecipient(unaudited('emails of known issues'), incidentId, version, person);
        },
        mostConnections,
      );
      if (isReplaced) return 'A later update has replaced this one, so the rest of the emails were not sent.';
      return `Notified ${notified} of ${waiting.length} people.`;
    },
    async about(updates) {
      const ids = updates.map(({ incidentId }) => incidentId);
      const titles = await selectTitles(reader, ids);
      return ids.map((id) => titles.get(id) ?? null);
    },
  });
}

function compose(
  { publicUrl, campus: { product } }: Pick<EmailServices, 'publicUrl' | 'campus'>,
  { title, text, state }: IncidentUpdate,
  mayOpen: boolean,
): Omit<Email, 'key' | 'to'> {
  const isSolved = state === 'solved';
  const page = publicUrl + helpDesk.screens.submit.path;
  return {
    subject: `[${product}] ${isSolved ? 'Solved: ' : ''}${title}`,
    text: [
      isSolved
        ? 'An issue that you also have is solved:'
        : 'There is news about an issue that you also have:',
      '',
      title,
      '',
      text,
      '',
      ...(mayOpen ? ['If you still have it, submit a ticket:', page, ''] : []),
      `${product} sent this email. Replies to it are not read.`,
    ].join('\n'),
    notification: { topic: incidentTopic, page },
  };
}
