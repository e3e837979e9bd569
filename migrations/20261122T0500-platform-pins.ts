import { type Kysely, sql } from 'kysely';

/** The tools that a person has pinned to their home page, in their order. No row: the ones preset for their role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pins (
      person_id uuid primary key references people (id) on delete cascade,
      tools text[] not null
    )`.execute(db);
}
