import { type Kysely, sql } from 'kysely';

/** Each sign-in at this portal, without anything that a session has: who and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_events (
      principal text not null,
      domain text not null,
      at timestamptz not null default now()
    )`.execute(db);
  // A report goes through the principals of a domain in their order, and reads nothing but this index.
  await sql`create index sign_in_events_principals on sign_in_events (domain, principal, at)`.execute(db);
  await sql`create index sign_in_events_at on sign_in_events (at)`.execute(db);
}
