import { v7 as uuid } from 'uuid';
import type { TestDatabase } from '../../../../platform/server/testing/test-database.ts';

/** A log as a test needs it, without going through the form: with any time, person, and building. */
export interface FiledRound {
  submittedBy?: string;
  building?: string;
  followUp?: boolean;
  /** The reviewer, as reviews are written. */
  reviewedBy?: string | null;
  closed?: boolean;
  createdAt?: Date;
  writtenAt?: Date | null;
  comments?: string;
}

/** Writes logs into the tables; returns their ids in the same order. */
export async function fileRounds({ pool }: TestDatabase, rounds: readonly FiledRound[]): Promise<string[]> {
  const names = rounds.flatMap(({ submittedBy = someone, reviewedBy }) => [
    submittedBy,
    reviewedBy ?? someone,
  ]);
  const wanted = [...new Set(names)];
  await pool.query(
    `insert into ra_log_people (name, folded) select name, folded from unnest($1::text[], $2::text[]) as given (name, folded)
     on conflict do nothing`,
    [wanted, wanted.map((name) => name.toLowerCase())],
  );
  const buildings = [...new Set(rounds.map(({ building = 'Anderson' }) => building))];
  await pool.query(
    'insert into ra_log_buildings (name) select * from unnest($1::text[]) on conflict do nothing',
    [buildings],
  );
  const rows = rounds.map((round) => ({
    id: uuid(),
    submittedBy: someone,
    building: 'Anderson',
    followUp: false,
    reviewedBy: null,
    closed: false,
    createdAt: new Date(),
    writtenAt: null,
    comments: '',
    ...round,
  }));
  await pool.query(
    `insert into ra_logs (id, created_at, written_at, submitter_id, building_id, follow_up, fire_extinguishers, exit_doors,
       safety_concerns, warnings, reports, comments, reviewer_id, reviewed_on, closing_note, closed_by, closed_on)
     select (r->>'id')::uuid, (r->>'createdAt')::timestamptz, (r->>'writtenAt')::timestamptz,
       (select id from ra_log_people where name = r->>'submittedBy' and person_id is null),
       (select id from ra_log_buildings where name = r->>'building'), (r->>'followUp')::boolean, true, true,
       '', '', '', r->>'comments',
       (select id from ra_log_people where name = r->>'reviewedBy' and person_id is null),
       case when r->>'reviewedBy' is not null then now() end,
       case when (r->>'closed')::boolean then 'Done.' end, case when (r->>'closed')::boolean then 'Somebody' end,
       case when (r->>'closed')::boolean then now() end
     from jsonb_array_elements($1::jsonb) as r`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

const someone = 'someone@sawtooth.example';
