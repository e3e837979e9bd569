import type { Actor, PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import {
  addApprover,
  addAttachments,
  applyForFunding,
  approveApplication,
  editApplication,
  listApprovers,
  readApplication,
} from '../contract.ts';
import { moves, votingState } from './moves.ts';
import { seatOf } from './seats.ts';
import type { ApplicationRow, ApproverRow, ReportRow } from './tables.ts';
import { isUnanimous, type Tally } from './tally.ts';

/** An application with the votes on it and the list of approvers. */
export interface Case {
  application: ApplicationRow;
  seats: readonly ApproverRow[];
  tally: Tally;
  /** Once it was submitted. */
  report: ReportRow | undefined;
}

const unknown = () => refusalOf(readApplication, 'unknown');
const wrongState =
  ({ state }: ApplicationRow) =>
  () =>
    refusalOf(editApplication, 'wrong-state', {
      detail: `This cannot be done while the application is ${state === 'Draft' ? 'a draft' : state.toLowerCase()}.`,
    });

export function isApplicant(viewer: Actor, { applicant_id }: Pick<ApplicationRow, 'applicant_id'>): boolean {
  return viewer.kind === 'person' && viewer.id === applicant_id;
}

/** Sees every application that was submitted: through a group, or a seat on the list. */
export function isOnCommittee(viewer: PersonActor, seats: readonly ApproverRow[]): boolean {
  return viewer.permissions.has('grants.view') || seatOf(seats, viewer) !== undefined;
}

export function mayRead(
  viewer: PersonActor,
  { application, seats }: Pick<Case, 'application' | 'seats'>,
): Verdict {
  return isApplicant(viewer, application) || isOnCommittee(viewer, seats) ? true : unknown;
}

/** Votes are for the committee, and not on one's own application. */
export function maySeeVotes(
  viewer: PersonActor,
  { application, seats }: Pick<Case, 'application' | 'seats'>,
): boolean {
  return isOnCommittee(viewer, seats) && !isApplicant(viewer, application);
}

/** Applicants see who decides, and whoever manages the list sees it, even if they may not apply. */
export function maySeeApprovers(viewer: PersonActor): Verdict {
  const may = mayCall(viewer, applyForFunding) || mayCall(viewer, addApprover);
  return may || (() => refusalOf(listApprovers, 'no-access'));
}

/** Someone with a seat, for another person's application. */
export function mayDecide(viewer: PersonActor, { application, seats, tally }: Case): Verdict {
  const readable = mayRead(viewer, { application, seats });
  if (readable !== true) return readable;
  const seat = seatOf(seats, viewer);
  if (seat === undefined) return () => refusalOf(editApplication, 'not-an-approver');
  if (isApplicant(viewer, application)) return () => refusalOf(editApplication, 'own-application');
  const own = tally.seats.find((one) => one.seat.id === seat.id);
  if (own?.excluded === 'applicant') return () => refusalOf(editApplication, 'own-application');
  return own?.excluded === 'recused' ? () => refusalOf(editApplication, 'recused') : true;
}

/** The applicant and those who decide talk to each other. */
export function mayWrite(viewer: PersonActor, subject: Case): Verdict {
  return isApplicant(viewer, subject.application) ? true : mayDecide(viewer, subject);
}

export function mayVote(viewer: PersonActor, subject: Case): Verdict {
  const decides = mayRecuse(viewer, subject);
  if (decides !== true) return decides;
  const seat = seatOf(subject.seats, viewer);
  const hasVoted = subject.tally.seats.some(({ seat: { id }, vote }) => id === seat?.id && vote !== null);
  return hasVoted ? () => refusalOf(approveApplication, 'already-voted') : true;
}

/** Even after a vote: someone may find out late that they should not have voted. */
export function mayRecuse(viewer: PersonActor, subject: Case): Verdict {
  const decides = mayDecide(viewer, subject);
  if (decides !== true) return decides;
  return subject.application.state === votingState ? true : wrongState(subject.application);
}

export function mayAttach(viewer: PersonActor, subject: Case): Verdict {
  return mayHaveFiles(viewer, subject, ['Draft', 'Pending']);
}

/** Nothing is removed from what is or was voted on. */
export function mayDetach(viewer: PersonActor, subject: Case): Verdict {
  return mayHaveFiles(viewer, subject, ['Draft']);
}

function mayHaveFiles(viewer: PersonActor, subject: Case, states: readonly ApplicationState[]): Verdict {
  const { application } = subject;
  const readable = mayRead(viewer, subject);
  if (readable !== true) return readable;
  if (!isApplicant(viewer, application)) return () => refusalOf(addAttachments, 'not-the-applicant');
  return demandState(application, states);
}

export function demandState(application: ApplicationRow, states: readonly ApplicationState[]): Verdict {
  return states.includes(application.state) ? true : wrongState(application);
}

/** Whether this person may move an application to a state, by the table of moves. */
export function mayMove(viewer: PersonActor, subject: Case, to: ApplicationState): Verdict {
  const { application, tally } = subject;
  const { from, by, needs } = moves[to];
  if (by === 'approver') {
    const decides = mayDecide(viewer, subject);
    if (decides !== true) return decides;
  } else if (!isApplicant(viewer, application)) {
    const readable = mayRead(viewer, subject);
    return readable === true ? () => forbidden('Only the applicant can do this.') : readable;
  }
  if (!from.includes(application.state)) return wrongState(application);
  if (needs === undefined || isUnanimous(tally, needs)) return true;
  return () => refusalOf(editApplication, 'not-unanimous');
}
