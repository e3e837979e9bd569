import { type Kysely, sql } from 'kysely';

/**
 * A key of a controller belongs to one row. Someone with an address that another person had before could get that person's
 * key; it stays with the one who had it first, and the page of the other makes a new one. Needs 20261122T1020-wifi-keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update wifi_keys k set reference = null
    where exists (
      select from wifi_keys first
      where first.reference = k.reference and (first.created_at, first.id) < (k.created_at, k.id)
    )`.execute(db);
  await sql`create unique index wifi_keys_reference on wifi_keys (reference)`.execute(db);
}
