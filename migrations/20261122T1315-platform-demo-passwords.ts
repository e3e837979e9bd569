import { type Kysely, sql } from 'kysely';

/** A demo person can have a password, to try the password reset. Needs platform-sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table demo_people add column password_hash bytea, add column password_set_at timestamptz`.execute(
    db,
  );
}
