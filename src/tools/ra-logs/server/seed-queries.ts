import { type RawBuilder, sql } from 'kysely';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import { startOfDay } from '../../../platform/server/time/days.ts';
import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import {
  demoAssistant,
  demoBuildings,
  demoReviewer,
  inventedAssistant,
  inventedReviewers,
  offeredBuildings,
  phrases,
} from './demo-rounds.ts';

const longestYears = 4;
/** Rounds a day of a college with eight halls. */
const roundsPerDay = 25;
/** Assistants who serve at the same time; each year half of them are new. */
const serving = 40;
const assistants = Array.from({ length: (serving / 2) * (longestYears + 1) }, (_, index) =>
  inventedAssistant(index),
);

/** Adds buildings and people that are missing. */
export async function insertPeople(transaction: WriteTransaction): Promise<void> {
  // They own the made-up logs.
  const owners = [demoAssistant, demoReviewer.email];
  await makeDemoAccounts(transaction, sql`email = any(${owners}::text[])`);
  const names = [...assistants, ...inventedReviewers, demoAssistant, demoReviewer.written];
  await sql`
    insert into ra_log_buildings (name) select * from unnest(${demoBuildings}::text[])
    on conflict do nothing`.execute(transaction);
  await sql`
    insert into ra_log_people (person_id, name, folded)
    select people.id, written.name, lower(written.name) from unnest(${names}::text[]) as written (name)
    left join people on people.email_released_at is null and people.email = case
      when written.name = ${demoReviewer.written} then ${demoReviewer.email} else written.name end
    on conflict do nothing`.execute(transaction);
}

export interface Rounds {
  /** Numbers of the logs to create, among `count`, oldest first. */
  first: number;
  last: number;
  count: number;
  /** The same text makes the same logs. */
  chance: string;
  timeZone: string;
}

/** Adds made-up logs of the last weeks, or of up to four years if there are many. */
export async function insertRounds(transaction: WriteTransaction, rounds: Rounds): Promise<void> {
  await sql`
    with ${dicedRounds(rounds)},
    walked as materialized (
      select *,
        -- At home in one building, now and then helping out in another. Three have no rounds any more.
        1 + (case when dice[5] < 0.85 then assistant else floor(dice[6] * 8)::int end)
          % case when age > 365 then ${demoBuildings.length}::int else ${offeredBuildings}::int end as building,
        case when dice[7] < 0.5 then 0 else 1 + floor(age / 365)::int + (dice[7] > 0.75)::int end as reviewer,
        dice[8] < 0.06 as follow_up,
        dice[9] < case when age > 14 then 0.985 when age > 2 then 0.7 else 0.2 end as reviewed,
        dice[10] < case when age > 21 then 0.96 else 0.4 end as closed
      from timed
    )
    insert into ra_logs (id, created_at, written_at, submitter_id, building_id, follow_up, fire_extinguishers,
      exit_doors, safety_concerns, warnings, reports, comments, reviewer_id, reviewed_on, follow_up_owner,
      closing_note, closed_by, closed_on)
    select
      ${versionSeven(sql`walked.at`, sql`md5(${rounds.chance}::text || 'id' || number)`)},
      walked.at, case when dice[11] < 0.03 then walked.at - dice[12] * interval '6 hours' end,
      submitters.id, buildings.id, follow_up, dice[12] < 0.97, dice[11] < 0.95,
      case when follow_up or dice[1] < 0.2 then ${pick('safetyConcerns', 2)} else '' end,
      case when dice[3] < 0.15 then ${pick('warnings', 12)} else '' end,
      case when dice[12] < 0.08 then ${pick('reports', 3)} else '' end,
      case when dice[10] < 0.7 then ${pick('comments', 1)} else '' end,
      case when reviewed then reviewers.id end,
      case when reviewed then least(walked.at + (8 + dice[2] * 30) * interval '1 hour', now()) end,
      case when follow_up and dice[5] < 0.7 then ${demoReviewer.email}::text end,
      case when follow_up and closed then ${pick('closingNotes', 7)} end,
      case when follow_up and closed then ${demoReviewer.name}::text end,
      case when follow_up and closed then least(walked.at + (20 + dice[4] * 200) * interval '1 hour', now()) end
    from walked
    join ${namesakes} as submitters on submitters.name
      = case when dice[12] < 0.06 then ${demoAssistant}::text else (${assistants}::text[])[1 + assistant] end
    join ${namesakes} as reviewers on reviewers.name
      = (${[demoReviewer.written, ...inventedReviewers]}::text[])[1 + reviewer]
    join ra_log_buildings as buildings on buildings.name = (${demoBuildings}::text[])[building]
    order by walked.at`.execute(transaction);
}

/** One row for each name: that of an account, if there is one. */
const namesakes = sql`(select distinct on (name) id, name from ra_log_people order by name, person_id nulls last)`;

/** For each log twelve numbers between 0 and 1, when it was filed (`at`), its `age` in days and who walked. */
function dicedRounds({ first, last, count, chance, timeZone }: Rounds): RawBuilder<unknown> {
  const span = Math.min(Math.max(Math.ceil(count / roundsPerDay), 21), longestYears * 365);
  const yesterday = dayAfter(dayOf(Date.now(), timeZone), -1);
  const midnights = Array.from({ length: span + 1 }, (_, daysBefore) =>
    startOfDay(dayAfter(yesterday, -daysBefore), timeZone).toISOString(),
  );
  return sql`
    diced as materialized (
      select number, ${span}::float8 * (1 - number / ${count}::float8) as age, (
        select array_agg(('x' || substr(digest, 1 + 5 * part, 5))::bit(20)::int / 1048576.0)
        from generate_series(0, 11) as part
      ) as dice
      from generate_series(${first}::int, ${last}::int) as series (number),
        lateral (select md5(${chance}::text || number) || md5(number || ${chance}::text) as digest) as digested
    ),
    -- Rounds begin at half past seven, nine, half past ten and one at night.
    timed as materialized (
      select number, dice, age,
        least(now(), (${midnights}::timestamptz[])[1 + ceil(age)::int]
          + (array[19.5, 21, 22.5, 25])[1 + floor(dice[2] * 4)::int] * interval '1 hour'
          + dice[3] * interval '40 minutes')::timestamptz(3) as at,
        ${assistants.length - serving}::int - ${serving / 2}::int * floor(age / 365.01)::int
          + floor(dice[4] * ${serving}::int)::int as assistant
      from diced
    )`;
}

function pick(kind: keyof typeof phrases, die: number): RawBuilder<unknown> {
  const all = phrases[kind];
  return sql`(${[...all]}::text[])[1 + floor(dice[${sql.lit(die)}] * ${all.length}::int)::int]`;
}

/** A UUID of version 7 with the time of the log, so that its index grows at one end. */
function versionSeven(at: RawBuilder<unknown>, digest: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0')
    || '7' || substr(${digest}, 1, 3) || '8' || substr(${digest}, 4, 15))::uuid`;
}
