import type { ApplicationState } from '../contract/shapes.ts';
import type { Choice } from './tables.ts';

/** A step from one state to another. There are no others, and this is the only place that knows them. */
interface Move {
  readonly from: readonly ApplicationState[];
  readonly by: 'applicant' | 'approver';
  /** Every approver who counts must have voted so. */
  readonly needs?: Choice;
  /** The person says why. */
  readonly says?: 'comment';
}

/** By the state that it leads to. Someone who never submitted has no application yet, only a draft. */
export const moves: Readonly<Record<ApplicationState, Move>> = {
  Pending: { from: ['Draft'], by: 'applicant' },
  Draft: { from: ['Pending'], by: 'approver' },
  Approved: { from: ['Pending'], by: 'approver', needs: 'approve' },
  Declined: { from: ['Pending'], by: 'approver', needs: 'decline', says: 'comment' },
  Withdrawn: { from: ['Pending', 'Draft'], by: 'applicant' },
};

/** Approvers vote in this state only. */
export const votingState: ApplicationState = 'Pending';
