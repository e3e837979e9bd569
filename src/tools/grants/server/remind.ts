import { z } from 'zod';
import { oneLine } from '../../../platform/contract/fields.ts';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { countMade, Overtaken } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { grants } from '../tool.ts';
import { auditApplication } from './audit.ts';
import { findOverdue, type Overdue, type ReminderSettings, selectOverdue } from './remind-queries.ts';
import { sayApplications } from './say-applications.ts';
import { grantTables } from './tables.ts';

/** More than come up in one day; the rest waits for the next one. */
const most = 1_000;

/** Nothing from the application: a job's data is kept for weeks. */
const data = z.object({ applicationId: z.uuid(), version: z.int(), seatId: z.uuid().nullable() });
type Reminded = z.output<typeof data>;

const reminderEmail = { name: 'grants.reminder', data };

interface RemindServices {
  reader: Reader;
  change: ChangeService;
}

/** Finds what has been waiting too long, and has each person reminded of it once. */
export function createReminders({ reader, change }: RemindServices, settings: ReminderSettings): Job {
  const changeAs = change.changeAsSystem('grants.reminders');

  /** The email goes out with the row, or not at all. @throws Overtaken if another instance was faster */
  const remind = ({ kind, application_id: id, version, applicant_id, seat_id }: Overdue): Promise<void> =>
    changeAs(async (unit) => {
      unit.demand(byPermission);
      const added = await grantTables(unit.transaction)
        .insertInto('grant_reminders')
        .values({ application_id: id, version, reminded_id: seat_id ?? applicant_id, kind })
        .onConflict((conflict) => conflict.doNothing())
        .returning('application_id')
        .execute();
      if (added.length === 0) throw new Overtaken();
      await unit.enqueue<Reminded>(reminderEmail, { applicationId: id, version, seatId: seat_id });
      auditApplication(unit, 'remind', { id, applicant_id }, null, { reminder: kind });
    });

  return defineJob({
    name: 'grants.reminders',
    title: 'Remind people of funding applications',
    data: z.object({}),
    retries: 3,
    limitSeconds: 30 * 60,
    schedule: '23 7 * * *',
    async run(_data, { signal }) {
      const reminded = await countMade(await selectOverdue(reader, settings, most), remind, signal);
      return `Sent ${reminded} reminders.`;
    },
  });
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string; timeZone: string };
}

export function createReminderEmail(services: EmailServices, settings: ReminderSettings): Job {
  const { reader, mail, publicUrl, campus } = services;
  return defineJob<Reminded>({
    ...reminderEmail,
    title: 'Reminder of a funding application',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ applicationId, version, seatId }, { signal }) {
      const waiting = { application_id: applicationId, version, seat_id: seatId };
      const one = await findOverdue(reader, settings, waiting);
      if (one === undefined) return 'It is no longer waiting for this person, so no email was sent.';
      if (one.email === null) return 'The person is blocked or has left.';
      const page = publicUrl + grants.screens.edit.path.replace(':id', applicationId);
      const title = oneLine(one.title);
      const text = [
        words[one.kind](title, one),
        '',
        page,
        '',
        `${campus.product} sends this reminder only once. Replies to it are not read.`,
      ].join('\n');
      const key = `grant-reminder-${one.kind}-${applicationId}-${version}-${seatId ?? 'applicant'}`;
      const subject = `[${campus.product}] Reminder: ${title}`;
      const notification = { topic: 'grants.applications', page };
      return mail.send({ key, to: one.email, subject, text, notification }, signal);
    },
    about: (all) =>
      sayApplications(
        reader,
        all.map(({ applicationId }) => applicationId),
        campus.timeZone,
      ),
  });
}

const words: Readonly<Record<Overdue['kind'], (title: string, overdue: Overdue) => string>> = {
  vote: (title) => `The funding application “${title}” is still waiting for your vote.`,
  approve: (title) =>
    `Every approver has approved the funding application “${title}”. One of them moves it to Approved.`,
  decline: (title) =>
    `Every approver has voted to decline the funding application “${title}”. One of them declines it, with a reason for the applicant.`,
  differ: (title) =>
    `The votes on the funding application “${title}” differ, so it can neither be approved nor declined. One of the approvers moves it to Draft.`,
  returned: (title) =>
    `The committee returned your funding application “${title}”. It is not decided until you change it and submit it again, or withdraw it.`,
  report: (title, { has_report }) =>
    has_report
      ? `The committee returned your final report on “${title}”. Change it and submit it again.`
      : `The final report on “${title}” is still missing: what came of it, what it cost, and the receipts.`,
};
