import { type Kysely, sql } from 'kysely';

/**
 * What the search for logs looks in: the name of a building in lower case, made by the application, since lower() knows
 * only ASCII letters of a column in the order of bytes. Changes a table of ra-logs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ra_log_buildings add column folded text collate "C"`.execute(db);
  const { rows } = await sql<{ id: number; name: string }>`select id, name from ra_log_buildings`.execute(db);
  const ids = rows.map(({ id }) => id);
  const folded = rows.map(({ name }) => name.toLowerCase());
  await sql`
    update ra_log_buildings set folded = made.folded
    from unnest(${ids}::smallint[], ${folded}::text[]) as made (id, folded)
    where ra_log_buildings.id = made.id`.execute(db);
}
