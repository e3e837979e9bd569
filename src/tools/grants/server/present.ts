import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { amountFields, ofEach, purposeNames } from '../contract/fields.ts';
import type { Application, ApplicationDetails, Approver, SeatVote } from '../contract/shapes.ts';
import { selectAttachments } from './attachment-queries.ts';
import { readBalance } from './balance.ts';
import type { WholeCase } from './case.ts';
import type { Grants } from './grants.ts';
import { readHistory } from './history.ts';
import { reportingState } from './moves.ts';
import { presentReport } from './present-report.ts';
import { selectOpenReports } from './report-queries.ts';
import { mayAddReceipts, mayMoveReport, mayRemoveReceipts, reportStateOf } from './report-rules.ts';
import {
  isApplicant,
  mayAttach,
  mayDetach,
  mayMove,
  mayRecuse,
  maySeeVotes,
  mayVote,
  mayWrite,
} from './rules.ts';
import { seatOf } from './seats.ts';
import type { ApplicationRow, ApproverRow, AttachmentRow, VoteRow } from './tables.ts';

const dollars = (cents: number) => cents / 100;

export function presentApprover({
  id,
  full_name,
  email,
  required,
  folded_email: _1,
  person_id: _2,
  created_at: _3,
  ...rest
}: ApproverRow): Approver {
  rest satisfies NothingLeft;
  return { _id: id, fullName: full_name, email, required };
}

/** Every column is named, so that adding one takes a decision. */
export function presentApplication(row: ApplicationRow, votes: readonly VoteRow[]): Application {
  const {
    id,
    applicant_name,
    applicant_email,
    state,
    department,
    title,
    link,
    narrative,
    starts_on,
    ends_on,
    purposes,
    amounts,
    total_cents,
    round,
    first_submitted_at,
    changed_at,
    version,
    // For rules, queries, and figures.
    applicant_id: _1,
    fiscal_year: _2,
    submitted_at: _3,
    decided_at: _4,
    folded_email: _5,
    spent_cents: _6,
    folded: _7,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    _id: id,
    department,
    startDateOfProposedActivity: starts_on,
    endDateOfProposedActivity: ends_on,
    dateSubmitted: first_submitted_at.toISOString(),
    lastUpdated: changed_at.toISOString(),
    submittedBy: applicant_email,
    applicant: applicant_name,
    ...ofEach(purposeNames, (name) => purposes.includes(name)),
    titleOfProfessionalMeeting: title,
    conferenceLink: link,
    briefNarrativeOfProposedActivities: narrative,
    ...ofEach(amountFields, (name) => dollars(amounts[name])),
    totalAmount: dollars(total_cents),
    approvalStatus: state,
    // Approving makes someone required, as the specification says.
    approvers: votes
      .filter((vote) => vote.application_id === id && vote.round === round && vote.choice === 'approve')
      .map(({ voter_name, voter_email }) => ({ fullName: voter_name, email: voter_email, required: true })),
    version,
  };
}

/** An application on its own page, as this viewer may see it. */
export async function presentDetails(
  reader: Reader,
  viewer: PersonActor,
  subject: WholeCase,
  grants: Grants,
): Promise<ApplicationDetails> {
  const { application, seats, votes, tally } = subject;
  const isPending = application.state === 'Pending';
  const waits = isPending || (application.state === reportingState && reportStateOf(subject) === 'Submitted');
  const committee = maySeeVotes(viewer, subject);
  const moves = (to: ApplicationRow['state']) => isAllowed(mayMove(viewer, subject, to));
  const [attachments, openReports, history, balance] = await Promise.all([
    selectAttachments(reader, application.id),
    selectOpenReports(reader, application.applicant_id, grants, application.id),
    readHistory(reader, subject, committee),
    committee ? readBalance(reader, application, grants) : null,
  ]);
  return {
    ...presentApplication(application, votes),
    isOwn: isApplicant(viewer, application),
    attachments: attachments.map(presentAttachment),
    report: presentReport(subject, grants),
    openReports,
    history,
    balance,
    votes: committee ? presentVotes(viewer, subject) : null,
    noOneLeft: waits && tally.counting === 0,
    votesDiffer: committee && isPending && tally.approved > 0 && tally.declined > 0,
    firstDay: dayOf(application.first_submitted_at, grants.timeZone),
    can: {
      edit: moves('Pending'),
      withdraw: moves('Withdrawn'),
      attach: isAllowed(mayAttach(viewer, subject)) || isAllowed(mayAddReceipts(viewer, subject)),
      detach: isAllowed(mayDetach(viewer, subject)),
      report: isAllowed(mayMoveReport(viewer, subject, 'Submitted')),
      decideReport: isAllowed(mayMoveReport(viewer, subject, 'Accepted')),
      removeReceipts: isAllowed(mayRemoveReceipts(viewer, subject)),
      decide: committee && seatOf(seats, viewer) !== undefined,
      vote: isAllowed(mayVote(viewer, subject)),
      recuse: isAllowed(mayRecuse(viewer, subject)),
      write: isAllowed(mayWrite(viewer, subject)),
      moveToDraft: moves('Draft'),
      moveToApproved: moves('Approved'),
      moveToDeclined: moves('Declined'),
    },
  };
}

function presentAttachment({
  id,
  file_name,
  media_type,
  bytes,
  is_receipt,
  added_at,
  application_id: _1,
  stored_name: _2,
  ...rest
}: AttachmentRow) {
  rest satisfies NothingLeft;
  return {
    id,
    fileName: file_name,
    mediaType: media_type,
    bytes,
    isReceipt: is_receipt,
    addedAt: added_at.toISOString(),
  };
}

function presentVotes(viewer: PersonActor, { seats, tally }: WholeCase): SeatVote[] {
  const own = seatOf(seats, viewer);
  return tally.seats.map(({ seat, vote, excluded }) => ({
    fullName: seat.full_name,
    email: seat.email,
    required: seat.required,
    vote: excluded ?? vote?.choice ?? null,
    reason: excluded === null ? (vote?.reason ?? '') : '',
    isYou: seat.id === own?.id,
  }));
}
