import { dayOf } from '../../../platform/server/time/time.ts';
import type { SpentField } from '../contract/fields.ts';
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
  const amount = (field: SpentField) => amounts[field] / 100;
  return {
    publicTransportationCosts: amount('publicTransportationCosts'),
    collegeMotorPoolCost: amount('collegeMotorPoolCost'),
    localTransportationCosts: amount('localTransportationCosts'),
    personalCarMileage: amount('personalCarMileage'),
    housingCosts: amount('housingCosts'),
    registrationFee: amount('registrationFee'),
    mealCosts: amount('mealCosts'),
    miscCosts: amount('miscCosts'),
    amountOfAboveExpensesPaidFromOtherSources: amount('amountOfAboveExpensesPaidFromOtherSources'),
    totalAmount: total_cents / 100,
  };
}
