import { type Kysely, sql } from 'kysely';

const rowsPerPiece = 1_000;

/**
 * What the search among funding applications looks in, in lower case, made by the application, since what lower() knows
 * of letters depends on the locale of the server. Changes a table of grants, and replaces the index of grants-found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table grant_applications add column folded text collate "C"`.execute(db);
  const { rows } = await sql<{ id: string; searched: string }>`
    select id, title || E'\\n' || applicant_name || E'\\n' || applicant_email as searched from grant_applications`.execute(
    db,
  );
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    const piece = rows.slice(start, start + rowsPerPiece);
    const folded = piece.map(({ searched }) => searched.toLowerCase());
    await sql`
      update grant_applications set folded = made.folded
      from unnest(${piece.map(({ id }) => id)}::uuid[], ${folded}::text[]) as made (id, folded)
      where grant_applications.id = made.id`.execute(db);
  }
  await sql`drop index grant_applications_found`.execute(db);
  await sql`
    create index grant_applications_found on grant_applications using gin ((
      coalesce(folded, lower(title || E'\\n' || applicant_name || E'\\n' || applicant_email) collate "C")
    ) gin_trgm_ops)`.execute(db);
}
