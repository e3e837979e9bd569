import { type Kysely, sql } from 'kysely';

/**
 * The tokens of sessions that someone ended, so that a browser that comes back with one removes what the person left
 * there. A token that is merely unknown says nothing: the rows of expired sessions are deleted after a week.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_sessions (
      token_hash bytea primary key,
      ended_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index ended_sessions_ended_at on ended_sessions (ended_at)`.execute(db);
}
