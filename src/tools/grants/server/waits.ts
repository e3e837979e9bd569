import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { grants } from '../tool.ts';
import type { Grants } from './grants.ts';
import { lacksReport, type SeatTurn, seatTurn, seatTurnSince, takesPart } from './seat-sql.ts';
import { foldEmail } from './seats.ts';

interface WaitingRow {
  kind: SeatTurn | 'check' | 'returned' | 'report';
  id: string;
  title: string;
  applicant: string;
  since: Date;
  until: Date | null;
  /** Those who have voted. */
  voted: string[];
}

/** So many of each kind are listed, the oldest first. */
const most = 20;

/**
 * For people with a seat: applications to vote on and those to move once everyone has voted, and final reports to check.
 * For everyone: their own applications that were returned, and final reports that are due or were returned.
 */
export async function listWaitingApplications(
  reader: Reader,
  viewer: PersonActor,
  { timeZone, reportDueDays }: Pick<Grants, 'timeZone' | 'reportDueDays'>,
): Promise<readonly WaitingEntry[]> {
  const isOwnSeat = sql<boolean>`(s.person_id = ${viewer.id}
    or (s.person_id is null and s.folded_email = ${foldEmail(viewer.email)}))`;
  const startOf = (days: number) => sql<Date>`(a.ends_on + ${days}::int)::timestamp at time zone ${timeZone}`;
  const rows = await readRows(
    reader,
    sql<WaitingRow>`
      (select turn.kind, a.id, a.title, a.applicant_name as applicant, ${seatTurnSince} as since,
        null::timestamptz as until,
        array(select v.voter_name from grant_votes v
          where v.application_id = a.id and v.round = a.round order by v.at) as voted
      from grant_applications a join grant_approvers s on ${isOwnSeat}
        cross join lateral (select ${seatTurn} as kind) turn
      where a.state = 'Pending' and a.applicant_id <> ${viewer.id} and ${takesPart} and turn.kind is not null
      order by a.submitted_at, a.id limit ${most})
      union all
      (select 'check', a.id, a.title, a.applicant_name, t.submitted_at, null, '{}'
      from grant_reports t join grant_applications a on a.id = t.application_id
        join grant_approvers s on ${isOwnSeat}
      where t.state = 'Submitted' and a.applicant_id <> ${viewer.id} and ${takesPart}
      order by t.submitted_at, a.id limit ${most})
      union all
      (select 'returned', id, title, applicant_name, changed_at, null, '{}'
      from grant_applications where applicant_id = ${viewer.id} and state = 'Draft'
      order by changed_at, id limit ${most})
      union all
      (select 'report', a.id, a.title, a.applicant_name, coalesce(t.changed_at, ${startOf(1)}),
        ${startOf(reportDueDays + 1)}, '{}'
      from grant_applications a left join grant_reports t on t.application_id = a.id
      where a.applicant_id = ${viewer.id} and ${lacksReport}
        and (a.ends_on < ${dayOf(Date.now(), timeZone)} or t.state = 'Returned')
      order by a.ends_on, a.id limit ${most})`,
  );
  return rows.map(present);
}

function present({ kind, id, title, applicant, since, until, voted }: WaitingRow): WaitingEntry {
  const link = grants.screens.edit.path.replace(':id', id) as `/${string}`;
  const entry = { key: `${kind}-${id}`, since, link, ...(until === null ? {} : { until }) };
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
    case 'decline':
      return {
        ...entry,
        title: `Decline “${title}”`,
        about: `By ${applicant}. Every approver has voted to decline it.`,
      };
    case 'differ':
      return {
        ...entry,
        title: `The votes differ: move “${title}” to Draft`,
        about: `By ${applicant}. It can neither be approved nor declined.`,
      };
    case 'check':
      return { ...entry, title: `Check the final report on “${title}”`, about: `By ${applicant}.` };
    case 'returned':
      return { ...entry, title: `Change and submit “${title}” again`, about: 'The committee returned it.' };
    case 'report':
      return {
        ...entry,
        title: `Submit the final report on “${title}”`,
        about: 'The outcome, what it cost, and the receipts.',
      };
  }
}
