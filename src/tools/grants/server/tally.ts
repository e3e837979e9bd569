import { foldEmail } from './seats.ts';
import type { ApplicationRow, ApproverRow, Choice, RecusalRow, VoteRow } from './tables.ts';

export interface SeatedVote {
  seat: ApproverRow;
  /** `null`: has not voted on the current submission. */
  vote: VoteRow | null;
  /** Why this seat does not count. */
  excluded: 'recused' | 'applicant' | null;
}

export interface Tally {
  seats: SeatedVote[];
  /** Seats that decide: all but the applicant and those who recused themselves. */
  counting: number;
  approved: number;
  declined: number;
}

type Voted = Pick<ApplicationRow, 'applicant_id' | 'applicant_email' | 'round'>;

/** Counts the votes on the current submission. Votes of people who lost their seat do not count. */
export function tallyOf(
  application: Voted,
  seats: readonly ApproverRow[],
  votes: readonly VoteRow[],
  recusals: readonly RecusalRow[],
): Tally {
  const current = votes.filter(({ round }) => round === application.round);
  const seated = seats.map((seat): SeatedVote => {
    const isApplicant =
      seat.person_id === application.applicant_id ||
      (seat.person_id === null && seat.folded_email === foldEmail(application.applicant_email));
    const isRecused = recusals.some(({ voter_id }) => voter_id === seat.person_id);
    return {
      seat,
      vote: current.find(({ voter_id }) => voter_id === seat.person_id) ?? null,
      excluded: isApplicant ? 'applicant' : isRecused ? 'recused' : null,
    };
  });
  const counting = seated.filter(({ excluded }) => excluded === null);
  const those = (choice: Choice) => counting.filter(({ vote }) => vote?.choice === choice).length;
  return {
    seats: seated,
    counting: counting.length,
    approved: those('approve'),
    declined: those('decline'),
  };
}

/** Whether everyone who counts voted this way, and there is at least one of them. */
export function isUnanimous({ counting, approved, declined }: Tally, choice: Choice): boolean {
  return counting > 0 && (choice === 'approve' ? approved : declined) === counting;
}
