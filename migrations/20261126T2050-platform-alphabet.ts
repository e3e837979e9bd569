import { type Kysely, sql } from 'kysely';

/**
 * The order of names in lists. That of the database may be the order of bytes, with "de la Cruz" and "Åberg" behind
 * "Zimmer". A PostgreSQL that was built without ICU has no other, and keeps it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if exists (select from pg_collation where collname = 'en-x-icu') then
        create collation if not exists alphabet from "en-x-icu";
      else
        create collation if not exists alphabet from "C";
      end if;
    end $$`.execute(db);
}
