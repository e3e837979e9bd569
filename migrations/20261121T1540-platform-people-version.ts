import { type Kysely, sql } from 'kysely';

/** Counts what administrators decide about a person, so that nobody overwrites a decision that was not seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table people
      add column version integer not null default 1,
      add column decided_by text`.execute(db);
}
