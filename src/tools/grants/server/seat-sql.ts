import { type RawBuilder, sql } from 'kysely';

/** Conditions on an application `a` and a seat `s` on the list of approvers. */

/** The seat decides: it is not the applicant's, and its owner has not recused themselves. */
export const takesPart = sql<boolean>`s.person_id is distinct from a.applicant_id
  and not (s.person_id is null and s.folded_email = lower(a.applicant_email))
  and not exists (select from grant_recusals r where r.application_id = a.id and r.voter_id = s.person_id)`;

/** On what is submitted now. */
export const hasVoted = sql<boolean>`exists (select from grant_votes v
  where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id)`;

export const hasApproved = sql<boolean>`exists (select from grant_votes v
  where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id and v.choice = 'approve')`;

/** The final report is the applicant's turn: an approved application without one, or with one that was returned. */
export const lacksReport = sql<boolean>`a.state = 'Approved' and a.spent_cents is null
  and not exists (select from grant_reports r where r.application_id = a.id and r.state = 'Submitted')`;

/** The address of an account today; `null` where it is blocked or gone. */
const emailOf = (personId: RawBuilder<string>) => sql<string | null>`(select email from people
  where id = ${personId} and not disabled and email_released_at is null)`;

export const applicantEmail = emailOf(sql`a.applicant_id`);

/** As IT entered it, until the account is known. */
export const seatEmail = sql<
  string | null
>`case when s.person_id is null then s.email else ${emailOf(sql`s.person_id`)} end`;
