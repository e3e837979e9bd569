import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { grants } from '../tool.ts';
import { foldEmail } from './seats.ts';

interface WaitingRow {
  kind: 'vote' | 'approve' | 'returned';
  id: string;
  title: string;
  applicant: string;
  since: Date;
  /** Those who have voted. */
  voted: string[];
}

/** So many are listed, the oldest first. */
const most = 20;

/** Applications to vote on and to move to Approved, for people with a seat; one's own that were returned, for everyone. */
export async function listWaitingApplications(
  reader: Reader,
  viewer: PersonActor,
): Promise<readonly WaitingEntry[]> {
  const isOwnSeat = sql<boolean>`(s.person_id = ${viewer.id}
    or (s.person_id is null and s.folded_email = ${foldEmail(viewer.email)}))`;
  const takesPart = sql<boolean>`s.person_id is distinct from a.applicant_id
    and not (s.person_id is null and s.folded_email = lower(a.applicant_email))
    and not exists (select from grant_recusals r where r.application_id = a.id and r.voter_id = s.person_id)`;
  const hasVoted = sql<boolean>`exists (select from grant_votes v
    where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id)`;
  const hasApproved = sql<boolean>`exists (select from grant_votes v
    where v.application_id = a.id and v.round = a.round and v.voter_id = s.person_id and v.choice = 'approve')`;
  const isApprovable = sql<boolean>`not exists (
    select from grant_approvers s where ${takesPart} and not ${hasApproved})`;
  const rows = await readRows(
    reader,
    sql<WaitingRow>`
      (select case when ${hasVoted} then 'approve' else 'vote' end as kind, a.id, a.title,
        a.applicant_name as applicant, a.submitted_at as since,
        array(select v.voter_name from grant_votes v
          where v.application_id = a.id and v.round = a.round order by v.at) as voted
      from grant_applications a join grant_approvers s on ${isOwnSeat}
      where a.state = 'Pending' and a.applicant_id <> ${viewer.id} and ${takesPart}
        and (not ${hasVoted} or ${isApprovable})
      order by a.submitted_at, a.id limit ${most})
      union all
      (select 'returned', id, title, applicant_name, changed_at, '{}'
      from grant_applications where applicant_id = ${viewer.id} and state = 'Draft'
      order by changed_at, id limit ${most})`,
  );
  return rows.map(present);
}

function present({ kind, id, title, applicant, since, voted }: WaitingRow): WaitingEntry {
  const link = grants.screens.edit.path.replace(':id', id) as `/${string}`;
  const entry = { key: `${kind}-${id}`, since, link };
  const votes = voted.length === 0 ? 'No one has voted yet.' : `Voted: ${voted.join(', ')}.`;
  switch (kind) {
    case 'vote':
      return { ...entry, title: `Vote on “${title}”`, about: `By ${applicant}. ${votes}` };
    case 'approve':
      return {
        ...entry,
        title: `Move “${title}” to Approved`,
        about: `By ${applicant}. Every approver has approved it.`,
      };
    case 'returned':
      return { ...entry, title: `Change and submit “${title}” again`, about: 'The committee returned it.' };
  }
}
