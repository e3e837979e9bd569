import { type Kysely, sql } from 'kysely';

/** By which pages know a photo of the sign-in. The time of the sign-in, which was used, is no one else's business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table people add column photo_version text
    generated always as (encode(substr(sha256(photo), 1, 8), 'hex')) stored`.execute(db);
}
