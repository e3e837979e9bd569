import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { CallInput } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { reportCorrection } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { findPage } from './queries.ts';
import { type EmployeeDirectory, maintainerOf } from './services.ts';

const limit = { limit: 10, windowSeconds: 3_600 };
/** What was written stays in the table until it is sent: jobs are kept and backed up. */
const data = z.object({ id: z.uuid() });
const sendCorrection = { name: 'employee-directory.correction', data };

interface CorrectionRow {
  id: string;
  record_key: string;
  reporter_id: string;
  what: string;
}
const columns = { id: 'left out', record_key: 'plain', reporter_id: 'plain', what: 'sensitive' } as const;

export async function handleReportCorrection(
  services: EmployeeDirectory,
  { actor, reader, change }: CallContext<PersonActor>,
  { params, body }: CallInput<typeof reportCorrection>,
): Promise<void> {
  const page = await findPage(reader, actor, params.id);
  if (page === undefined) throw refusalOf(reportCorrection, 'unknown');
  if (maintainerOf(services, page) === null) throw refusalOf(reportCorrection, 'no-maintainer');
  const { allowed, retryAfterSeconds } = await services.throttle.take(`correction:${actor.id}`, limit);
  if (!allowed) throw refusalOf(reportCorrection, 'too-often', { retryAfterSeconds });
  await change(async (unit) => {
    unit.demand(byPermission);
    const row = { id: uuid(), record_key: page.key, reporter_id: actor.id, what: body.what };
    await sql`insert into employee_corrections (id, record_key, reporter_id, what)
      values (${row.id}, ${row.record_key}, ${row.reporter_id}, ${row.what})`.execute(unit.transaction);
    unit.record<CorrectionRow>({
      action: 'employee-correction.create',
      subject: { type: 'employee-correction', id: row.id, columns },
      after: row,
      about: { directoryKey: page.key },
    });
    await unit.enqueue(sendCorrection, { id: row.id });
  });
}

interface SendServices {
  reader: Reader;
  change: ChangeService;
  mail: Mail;
  publicUrl: string;
  product: string;
  directory: Pick<EmployeeDirectory, 'maintainers' | 'support'>;
}

interface Waiting {
  what: string;
  name: string;
  pageId: string;
  department: string;
  code: string;
  reporter: string;
  reporterId: string;
}

/** Emails the mistake that someone found to the person who corrects that department, and forgets it. */
export function createSendCorrection(services: SendServices): Job {
  const { reader, mail, change } = services;
  const asDirectory = change.changeAsSystem('employee directory');
  return defineJob<z.output<typeof data>>({
    ...sendCorrection,
    title: 'Email a correction for the Employee Directory',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ id }, { signal }) {
      const waiting = await findWaiting(reader, id);
      if (waiting === undefined) return 'It was sent, or deleted, before.';
      const to = maintainerOf(services.directory, waiting);
      if (to === null) {
        const reason = 'The settings no longer name anyone for this department. Name someone, and retry it.';
        throw new JobFailure(reason, { final: true });
      }
      const reporterEmail = await findAddress(reader, waiting.reporterId);
      const email = compose(services, waiting, reporterEmail);
      const said = await mail.send({ key: `correction-${id}`, to, ...email }, signal);
      await asDirectory(async (unit) => {
        unit.demand(byPermission);
        await sql`delete from employee_corrections where id = ${id}`.execute(unit.transaction);
        const subject = { type: 'employee-correction', id, columns: {} };
        unit.record({ action: 'employee-correction.send', subject });
      });
      return said;
    },
  });
}

/** @param reporterEmail where the reporter gets email now; `null` if nowhere */
function compose({ publicUrl, product }: SendServices, waiting: Waiting, reporterEmail: string | null) {
  const { name, department, reporter, what, pageId } = waiting;
  const address = reporterEmail === null ? '' : ` (${reporterEmail})`;
  const replies =
    reporterEmail === null
      ? `${reporter} is blocked or has left, and can't get a reply`
      : `Replies go to ${reporter}`;
  return {
    subject: `Employee Directory: ${name}`,
    ...(reporterEmail === null ? {} : { replyTo: reporterEmail }),
    isAutomatic: false,
    text: [
      `${reporter}${address} says that this is wrong on the page of ${name}${department === '' ? '' : `, ${department}`}:`,
      '',
      what,
      '',
      `${publicUrl}${employeeDirectory.screens.person.path.replace(':id', pageId)}`,
      '',
      `You're getting this because ${product} lists you as the contact for corrections to this department. ${replies}.`,
    ].join('\n'),
  };
}

async function findWaiting(reader: Reader, id: string): Promise<Waiting | undefined> {
  const rows = await readRows(
    reader,
    sql<Waiting>`
    select w.what, trim(d.given_name || ' ' || d.family_name) as name, d.page_id as "pageId", d.department,
      d.department_code as code, p.name as reporter, p.id as "reporterId"
    from employee_corrections w join directory_records d on d.key = w.record_key
    join people p on p.id = w.reporter_id where w.id = ${id}`,
  );
  return rows[0];
}
