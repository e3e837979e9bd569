import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { ReportState } from '../contract/report-shapes.ts';
import { submitReport } from '../contract.ts';
import { reportingState, reportMoves } from './moves.ts';
import { type Case, demandState, isApplicant, mayDecide, mayRead } from './rules.ts';
import type { SubmittedReportState } from './tables.ts';

/** The state of the final report. */
export function reportStateOf({ report }: Pick<Case, 'report'>): ReportState {
  return report?.state ?? 'Open';
}

const stateWords: Readonly<Record<ReportState, string>> = {
  Open: 'has not been submitted yet',
  Submitted: 'is with the committee',
  Returned: 'was returned to the applicant',
  Accepted: 'was accepted',
};

function wrongState(state: ReportState): Verdict {
  const detail = `This can't be done: the final report ${stateWords[state]}.`;
  return () => refusalOf(submitReport, 'wrong-state', { detail });
}

/** Only the applicant adds to a report or removes from it. */
function mayReport(viewer: PersonActor, subject: Case, states: readonly ReportState[]): Verdict {
  const readable = mayRead(viewer, subject);
  if (readable !== true) return readable;
  if (!isApplicant(viewer, subject.application)) return () => refusalOf(submitReport, 'not-the-applicant');
  const isApproved = demandState(subject.application, [reportingState]);
  if (isApproved !== true) return isApproved;
  const state = reportStateOf(subject);
  return states.includes(state) ? true : wrongState(state);
}

/** Whether this person is writing the final report: it has not been submitted yet, or was returned. */
export function mayDraftReport(viewer: PersonActor, subject: Pick<Case, 'application' | 'report'>): boolean {
  const { application } = subject;
  const isOpen =
    application.state === reportingState && reportMoves.Submitted.from.includes(reportStateOf(subject));
  return isOpen && isApplicant(viewer, application);
}

/** Whether this person may move a final report to a state, by the table of moves. */
export function mayMoveReport(viewer: PersonActor, subject: Case, to: SubmittedReportState): Verdict {
  const { from, by } = reportMoves[to];
  if (by === 'applicant') return mayReport(viewer, subject, from);
  const decides = mayDecide(viewer, subject);
  if (decides !== true) return decides;
  const isApproved = demandState(subject.application, [reportingState]);
  if (isApproved !== true) return isApproved;
  const state = reportStateOf(subject);
  return from.includes(state) ? true : wrongState(state);
}

/** A receipt may come late, but not after the money has been counted. */
export function mayAddReceipts(viewer: PersonActor, subject: Case): Verdict {
  return mayReport(viewer, subject, ['Open', 'Submitted', 'Returned']);
}

/** Nothing is removed from what the committee is checking, or has accepted. */
export function mayRemoveReceipts(viewer: PersonActor, subject: Case): Verdict {
  return mayReport(viewer, subject, ['Open', 'Returned']);
}
