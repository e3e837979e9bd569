import type { ReportState } from '../contract/report-shapes.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import type { Choice, SubmittedReportState } from './tables.ts';

/** A step from one state to another. There are no others, and this is the only place that knows them. */
interface Move<State> {
  readonly from: readonly State[];
  readonly by: 'applicant' | 'approver';
  /** Every approver who counts must have voted this way. */
  readonly needs?: Choice;
  /** The person gives a reason. */
  readonly says?: 'comment';
}

/** By the state that it leads to. Someone who never submitted has no application yet, only a draft. */
export const moves: Readonly<Record<ApplicationState, Move<ApplicationState>>> = {
  Pending: { from: ['Draft'], by: 'applicant' },
  Draft: { from: ['Pending'], by: 'approver' },
  Approved: { from: ['Pending'], by: 'approver', needs: 'approve' },
  Declined: { from: ['Pending'], by: 'approver', needs: 'decline', says: 'comment' },
  Withdrawn: { from: ['Pending', 'Draft'], by: 'applicant' },
};

/** Approvers vote only in this state. */
export const votingState: ApplicationState = 'Pending';

/** The final report of an application in this state. */
export const reportingState: ApplicationState = 'Approved';

/** By the state that it leads to. One approver decides: the money was granted by all of them. */
export const reportMoves: Readonly<Record<SubmittedReportState, Move<ReportState>>> = {
  Submitted: { from: ['Open', 'Returned'], by: 'applicant' },
  Returned: { from: ['Submitted'], by: 'approver', says: 'comment' },
  Accepted: { from: ['Submitted'], by: 'approver' },
};
