import { dayOf } from '../../../platform/server/time/time.ts';
import { ofEach, spentFields } from '../contract/fields.ts';
import type { FinalReport } from '../contract/report-shapes.ts';
import type { Grants } from './grants.ts';
import { reportingState } from './moves.ts';
import { dueOn } from './report-queries.ts';
import { reportStateOf } from './report-rules.ts';
import type { Case } from './rules.ts';
import type { ReportRow } from './tables.ts';

/** The final report of an approved application, even before there is one; `null` for any other. */
export function presentReport(
  subject: Pick<Case, 'application' | 'report'>,
  grants: Pick<Grants, 'reportDueDays' | 'timeZone'>,
): FinalReport | null {
  const { application, report } = subject;
  if (application.state !== reportingState) return null;
  return {
    state: reportStateOf(subject),
    isDue: application.ends_on < dayOf(Date.now(), grants.timeZone),
    dueOn: dueOn(application.ends_on, grants),
    text: report?.text ?? '',
    actual: report === undefined ? null : presentActual(report),
    submittedAt: report?.submitted_at.toISOString() ?? null,
  };
}

function presentActual({ amounts, total_cents }: ReportRow): NonNullable<FinalReport['actual']> {
  return { ...ofEach(spentFields, (name) => amounts[name] / 100), totalAmount: total_cents / 100 };
}
