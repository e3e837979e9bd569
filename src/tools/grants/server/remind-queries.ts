import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { Grants } from './grants.ts';
import {
  applicantEmail,
  lacksReport,
  type SeatTurn,
  seatEmail,
  seatTurn,
  seatTurnSince,
  takesPart,
} from './seat-sql.ts';

export type ReminderSettings = Pick<Grants, 'reminders' | 'timeZone'>;

/** Something that has waited long enough for someone to be reminded of it. */
export interface Overdue {
  kind: SeatTurn | 'returned' | 'report';
  application_id: string;
  /** Of the application: each step makes a new one. */
  version: number;
  applicant_id: string;
  title: string;
  /** The committee has returned the final report. */
  has_report: boolean;
  /** `null`: it is waiting for the applicant. */
  seat_id: string | null;
  /** `null` if the account is blocked or gone. */
  email: string | null;
}

const applicantsTurn = sql`a.id as application_id, a.version, a.applicant_id, a.title, null::uuid as seat_id,
  ${applicantEmail} as email`;

/** Everything that has been waiting as long as the settings say; a kind without a number is left out. */
function overdue({ reminders, timeZone }: ReminderSettings): RawBuilder<Overdue> {
  const today = sql`${dayOf(Date.now(), timeZone)}::date`;
  const { votes, returned, reports } = reminders;
  const kinds = [
    votes === undefined
      ? null
      : sql`
        select turn.kind, a.id as application_id, a.version, a.applicant_id, a.title, s.id as seat_id,
          ${seatEmail} as email, false as has_report, turn.since
        from grant_applications a cross join grant_approvers s
          cross join lateral (select ${seatTurn} as kind, ${seatTurnSince} as since) turn
        where a.state = 'Pending' and ${takesPart} and turn.kind is not null
          and turn.since < now() - make_interval(days => ${votes}::int)`,
    returned === undefined
      ? null
      : sql`
        select 'returned' as kind, ${applicantsTurn}, false as has_report, a.changed_at as since
        from grant_applications a
        where a.state = 'Draft' and a.changed_at < now() - make_interval(days => ${returned}::int)`,
    reports === undefined
      ? null
      : sql`
        select 'report' as kind, ${applicantsTurn}, t.application_id is not null as has_report,
          coalesce(t.changed_at, a.ends_on::timestamptz) as since
        from grant_applications a left join grant_reports t on t.application_id = a.id
        where ${lacksReport} and coalesce(
          t.changed_at < now() - make_interval(days => ${reports}::int), a.ends_on + ${reports}::int <= ${today})`,
  ].filter((kind) => kind !== null);
  return sql<Overdue>`${sql.join(kinds, sql` union all `)}`;
}

function remindsOfNothing({ reminders }: ReminderSettings): boolean {
  return Object.values(reminders).every((days) => days === undefined);
}

/** What no one has been reminded of yet, oldest first. Without a known address, it waits until there is one. */
export async function selectOverdue(
  reader: Reader,
  settings: ReminderSettings,
  limit: number,
): Promise<Overdue[]> {
  if (remindsOfNothing(settings)) return [];
  return readRows(
    reader,
    sql<Overdue>`
      with overdue as (${overdue(settings)})
      select * from overdue o where o.email is not null and not exists (
        select from grant_reminders r where r.application_id = o.application_id and r.version = o.version
          and r.reminded_id = coalesce(o.seat_id, o.applicant_id) and r.kind = o.kind)
      order by since, application_id, seat_id limit ${limit}`,
  );
}

/** @returns `undefined` if it is no longer waiting: someone has voted, moved, submitted, or withdrawn it since */
export async function findOverdue(
  reader: Reader,
  settings: ReminderSettings,
  { application_id, version, seat_id }: Pick<Overdue, 'application_id' | 'version' | 'seat_id'>,
): Promise<Overdue | undefined> {
  if (remindsOfNothing(settings)) return undefined;
  const rows = await readRows(
    reader,
    sql<Overdue>`
      with overdue as (${overdue(settings)})
      select * from overdue where application_id = ${application_id} and version = ${version}
        and seat_id is not distinct from ${seat_id}::uuid`,
  );
  return rows[0];
}
