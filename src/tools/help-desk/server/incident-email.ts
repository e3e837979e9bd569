import { z } from 'zod';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { helpDesk } from '../tool.ts';
import { findIncident, selectAffected, selectTitles } from './incident-queries.ts';

const data = z.object({ incidentId: z.uuid(), version: z.int(), personId: z.uuid() });
type Update = z.output<typeof data>;

const incidentEmail = { name: 'help-desk.incident-email', data };

/** Notifies everyone who has an issue of its update. One job each: a failure for one repeats nothing for the others. */
export async function enqueueUpdates(unit: UnitOfWork, incidentId: string, version: number): Promise<void> {
  for (const { person_id } of await selectAffected(unit.transaction, incidentId))
    await unit.enqueue<Update>(incidentEmail, { incidentId, version, personId: person_id });
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
}

export function createIncidentEmail({ reader, mail, publicUrl, campus: { product } }: EmailServices): Job {
  return defineJob<Update>({
    ...incidentEmail,
    title: 'Email about a known issue',
    retries: 30,
    limitSeconds: 120,
    async run({ incidentId, version, personId }, { signal }) {
      const incident = await findIncident(reader, personId, incidentId);
      if (incident === undefined || incident.version !== version)
        return 'A later update has replaced this one, so no email was sent.';
      const to = await findAddress(reader, personId);
      if (to === null) return 'The account is gone, so no email was sent.';
      const isSolved = incident.state === 'solved';
      const text = [
        isSolved
          ? 'An issue that you have too is solved:'
          : 'There is news about an issue that you have too:',
        '',
        incident.title,
        '',
        incident.text,
        '',
        ...(isSolved
          ? ['If you still have it, submit a ticket:', publicUrl + helpDesk.screens.submit.path, '']
          : []),
        `${product} sent this email. Replies to it are not read.`,
      ].join('\n');
      const key = `incident-${incidentId}-${version}-${personId}`;
      const subject = `[${product}] ${isSolved ? 'Solved: ' : ''}${incident.title}`;
      const page = publicUrl + helpDesk.screens.submit.path;
      const notification = { topic: 'help-desk.known-issues', page };
      return mail.send({ key, to, subject, text, notification }, signal);
    },
    async about(updates) {
      const ids = updates.map(({ incidentId }) => incidentId);
      const titles = await selectTitles(reader, ids);
      return ids.map((id) => titles.get(id) ?? null);
    },
  });
}
