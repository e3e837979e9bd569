import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { startOfDay } from '../../../platform/server/time/days.ts';
import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { grants } from '../tool.ts';
import type { Grants } from './grants.ts';
import { dueOn } from './report-queries.ts';
import { lacksReport, type SeatTurn, seatTurn, seatTurnSince, takesPart } from './seat-sql.ts';
import { foldEmail } from './seats.ts';

type WaitingRow = {
  kind: SeatTurn | 'check' | 'returned' | 'report';
  id: string;
  title: string;
  applicant: string;
  /** Those who have voted. */
  voted: string[];
} & (
  | { since: Date; ends_on: null }
  // A final report; nothing is written yet if `since` is `null`.
  | { since: Date | null; ends_on: string }
);

/** How many of each kind are listed, the oldest first. */
const most = 20;

/**
 * For people with a seat: applications to vote on and those to move once everyone has voted, and final reports to check.
 * For everyone: their own applications that were returned, and final reports that are due or were returned.
 */
export async function listWaitingApplications(
  reader: Reader,
  viewer: PersonActor,
  settings: Pick<Grants, 'timeZone' | 'reportDueDays'>,
): Promise<readonly WaitingEntry[]> {
  const startOf = (day: string) => startOfDay(day, settings.timeZone);
  const isOwnSeat = sql<boolean>`(s.person_id = ${viewer.id}
    or (s.person_id is null and s.folded_email = ${foldEmail(viewer.email)}))`;
  const rows = await readRows(
    reader,
    sql<WaitingRow>`
      (select turn.kind, a.id, a.title, a.applicant_name as applicant, ${seatTurnSince} as since,
        null::date as ends_on,
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
      (select 'report', a.id, a.title, a.applicant_name, t.changed_at, a.ends_on, '{}'
      from grant_applications a left join grant_reports t on t.application_id = a.id
      where a.applicant_id = ${viewer.id} and ${lacksReport}
        and (a.ends_on < ${dayOf(Date.now(), settings.timeZone)} or t.state = 'Returned')
      order by a.ends_on, a.id limit ${most})`,
  );
  return rows.map((row) => {
    if (row.ends_on === null) return { ...present(row), since: row.since };
    const since = row.since ?? startOf(dayAfter(row.ends_on));
    return { ...present(row), since, until: startOf(dayAfter(dueOn(row.ends_on, settings))) };
  });
}

function present({ kind, id, title, applicant, voted }: WaitingRow): Omit<WaitingEntry, 'since' | 'until'> {
  const link = grants.screens.edit.path.replace(':id', id) as `/${string}`;
  const entry = { key: `${kind}-${id}`, link };
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
