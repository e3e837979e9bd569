import { type Kysely, sql } from 'kysely';

const rowsPerPiece = 1_000;

/**
 * What the search for people looks in: name and address in lower case, made by the application, since what lower() and
 * ilike know of letters depends on the locale of the server. A row without it was written by an instance of before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table people add column folded text collate "C"`.execute(db);
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from people`.execute(db);
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    const piece = rows.slice(start, start + rowsPerPiece);
    const folded = piece.map(({ name, email }) => `${name}\n${email}`.toLowerCase());
    await sql`
      update people set folded = made.folded
      from unnest(${piece.map(({ id }) => id)}::uuid[], ${folded}::text[]) as made (id, folded)
      where people.id = made.id`.execute(db);
  }
  await sql`drop index people_name_text, people_email_text`.execute(db);
  await sql`
    create index people_folded on people
    using gin ((coalesce(folded, lower(name || E'\n' || email) collate "C")) gin_trgm_ops)`.execute(db);
}
