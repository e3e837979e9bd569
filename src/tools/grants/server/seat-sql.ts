import { type RawBuilder, sql } from 'kysely';
import { addressOf } from '../../../platform/server/mail/find-address.ts';
import type { Choice } from './tables.ts';

/** Conditions on an application `a` and a seat `s` on the list of approvers. */

/** The seat decides: it is not the applicant's, and its owner has not recused themselves. */
export const takesPart = sql<boolean>`s.person_id is distinct from a.applicant_id
  and not (s.person_id is null and s.folded_email = lower(a.applicant_email))
  and not exists (select from grant_recusals r where r.application_id = a.id and r.voter_id = s.person_id)`;

/** On the current submission. */
const hasVoted = sql<boolean>`exists (select from grant_votes v
  where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id)`;

const hasChosen = (choice: Choice) => sql<boolean>`exists (select from grant_votes v
  where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id and v.choice = ${choice})`;

const everyone = (condition: RawBuilder<boolean>) => sql<boolean>`not exists (
  select from grant_approvers s where ${takesPart} and not ${condition})`;

/** For a seat that takes part in what is pending. */
export type SeatTurn = 'vote' | 'approve' | 'decline' | 'differ';

/**
 * What is waiting for the seat: its vote, or, once everyone has voted, the move that the votes lead to. `null` while others
 * have to vote.
 */
export const seatTurn = sql<SeatTurn | null>`case
  when not ${hasVoted} then 'vote'
  when ${everyone(hasChosen('approve'))} then 'approve'
  when ${everyone(hasChosen('decline'))} then 'decline'
  when ${everyone(hasVoted)} then 'differ' end`;

/** Since when it is the turn of the person who has the seat: nothing was waiting for them before they had it. */
export const seatTurnSince = sql<Date>`greatest(s.created_at, case when ${hasVoted}
  then (select max(v.at) from grant_votes v where v.application_id = a.id and v.round = a.round)
  else a.submitted_at end)`;

/** The final report is the applicant's turn: an approved application without one, or with one that was returned. */
export const lacksReport = sql<boolean>`a.state = 'Approved' and a.spent_cents is null
  and not exists (select from grant_reports r where r.application_id = a.id and r.state = 'Submitted')`;

/** A person's current address; `null` if they are blocked or have left. */
const emailOf = (personId: RawBuilder<string>) => sql<string | null>`(select ${addressOf} from people p
  where p.id = ${personId})`;

export const applicantEmail = emailOf(sql`a.applicant_id`);

/** As IT entered it, until the account is known. */
export const seatEmail = sql<
  string | null
>`case when s.person_id is null then s.email else ${emailOf(sql`s.person_id`)} end`;
