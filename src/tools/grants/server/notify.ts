import { z } from 'zod';
import { oneLine } from '../../../platform/contract/fields.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import { grants } from '../tool.ts';
import { findToldMessage, type ToldMessage } from './notify-queries.ts';
import type { Case } from './rules.ts';
import { sayApplications } from './say-applications.ts';

/** Nothing from the application: a job's data is kept for weeks. */
const data = z.object({ messageId: z.uuid(), seatId: z.uuid().nullable() });
type Told = z.output<typeof data>;

const applicationEmail = { name: 'grants.email', data };

/** The seats that decide: not that of the applicant, who wrote. */
function seatsToTell({ tally }: Pick<Case, 'tally'>): string[] {
  return tally.seats.filter(({ excluded }) => excluded === null).map(({ seat }) => seat.id);
}

/** Notifies those whom a step or a message concerns, each by their own email once it is committed. */
export async function notify(
  unit: UnitOfWork,
  messageId: string,
  subject: Pick<Case, 'tally'>,
  { fromCommittee }: { fromCommittee: boolean },
): Promise<void> {
  const seats = fromCommittee ? [null] : seatsToTell(subject);
  await Promise.all(seats.map((seatId) => unit.enqueue<Told>(applicationEmail, { messageId, seatId })));
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; timeZone: string };
}

export function createApplicationEmail({ reader, mail, publicUrl, campus }: EmailServices): Job {
  return defineJob<Told>({
    ...applicationEmail,
    title: 'Email about a funding application',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ messageId, seatId }, { signal }) {
      const message = await findToldMessage(reader, messageId, seatId);
      if (message === undefined) return 'The application was removed first, so no email was sent.';
      if (message.email === null) return 'The person has no account or seat anymore.';
      const page = publicUrl + grants.screens.edit.path.replace(':id', message.application_id);
      const title = oneLine(message.title);
      const text = [
        ...say(message, title),
        '',
        page,
        '',
        `${campus.product} sent this email. Replies to it are not read.`,
      ].join('\n');
      const key = `grant-${messageId}-${seatId ?? 'applicant'}`;
      const subject = `[${campus.product}] Funding application: ${title}`;
      const notification = { topic: 'grants.applications', page };
      return mail.send({ key, to: message.email, subject, text, notification }, signal);
    },
    about: (all) =>
      sayApplications(
        reader,
        all.map(({ messageId }) => messageId),
        campus.timeZone,
      ),
  });
}

const decided: Partial<Record<ApplicationState, string>> = {
  Approved: 'The committee approved your funding application',
  Declined: 'The committee declined your funding application',
  Draft: 'The committee returned your funding application',
};

function say(message: ToldMessage, title: string): string[] {
  const { state, report, author_name: by, text, round, seat_id } = message;
  const words = text === '' ? [] : ['', text];
  if (report === 'Submitted')
    return [`${by} submitted the final report on “${title}”. It can be accepted or returned.`];
  if (report === 'Accepted')
    return [`The committee accepted your final report on “${title}”. Nothing is left to do.`, ...words];
  if (report === 'Returned') {
    const again = ['', 'Change it and submit it again on its page:'];
    return [`The committee returned your final report on “${title}”.`, ...words, ...again];
  }
  const next = state === 'Draft' ? ['', 'Change it and submit it again on its page:'] : [];
  const decision = state === null ? undefined : decided[state];
  if (seat_id === null && decision !== undefined) return [`${decision} “${title}”.`, ...words, ...next];
  if (state === 'Pending') {
    const again = round > 1 ? ' again. Earlier votes no longer count' : '';
    return [`${by} submitted “${title}”${again}. It is waiting for your vote.`, ...words];
  }
  if (state === 'Withdrawn') return [`${by} withdrew “${title}”. Nothing is left to do.`, ...words];
  return [`${by} wrote about the funding application “${title}”:`, ...words];
}
