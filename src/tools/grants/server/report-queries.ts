import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import type { OpenReport } from '../contract/report-shapes.ts';
import type { Grants } from './grants.ts';
import type { ApplicationRow, ReportRow } from './tables.ts';

export async function findReport(reader: Reader, applicationId: string): Promise<ReportRow | undefined> {
  const rows = await readRows(
    reader,
    sql<ReportRow>`select * from grant_reports where application_id = ${applicationId}`,
  );
  return rows[0];
}

/** The day by which the final report of an activity is due. @param lastDay `2027-03-14` */
export function dueOn(lastDay: string, { reportDueDays }: Pick<Grants, 'reportDueDays'>): string {
  return dayAfter(lastDay, reportDueDays);
}

/** How many are listed, the oldest first. */
const most = 20;

/**
 * The activities of a person that are over and whose final report is missing, or was returned.
 * @param except The application being viewed
 */
export async function selectOpenReports(
  reader: Reader,
  applicantId: string,
  grants: Pick<Grants, 'reportDueDays' | 'timeZone'>,
  except: string | null = null,
): Promise<OpenReport[]> {
  const rows = await readRows(
    reader,
    sql<Pick<ApplicationRow, 'id' | 'title' | 'ends_on'>>`
      select id, title, ends_on from grant_applications a
      where applicant_id = ${applicantId} and state = 'Approved' and spent_cents is null
        and ends_on < ${dayOf(Date.now(), grants.timeZone)} and id is distinct from ${except}
        and not exists (select from grant_reports r where r.application_id = a.id and r.state = 'Submitted')
      order by ends_on, id limit ${most}`,
  );
  return rows.map(({ id, title, ends_on }) => ({ _id: id, title, dueOn: dueOn(ends_on, grants) }));
}
