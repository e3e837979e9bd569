import { v7 as uuid } from 'uuid';
import type { TestDatabase } from '../../../../platform/server/testing/test-database.ts';

export interface InsertedLink {
  shortUrl: string;
  longUrl: string;
  /** SQL of an instant: `now() + interval '1 second'`. */
  expires: string;
}

/** Puts a link into the table, bypassing every rule; returns its id. */
export async function insertLink({ pool }: TestDatabase, given: Partial<InsertedLink> = {}): Promise<string> {
  const { shortUrl = 'link', longUrl = 'https://example.com/', expires = 'null' } = given;
  const id = uuid();
  await pool.query(
    `insert into short_links (id, short_url, long_url, expires_at, created_by, changed_by)
     values ($1, $2, $3, ${expires}, 'test', 'test')`,
    [id, shortUrl, longUrl],
  );
  return id;
}

/** The same, as if it had been added at this instant. */
export async function insertLinkAt(
  { pool }: TestDatabase,
  at: string,
  shortUrl: string = uuid(),
  longUrl = 'https://example.com/',
): Promise<string> {
  const id = uuid();
  await pool.query(
    `insert into short_links (id, short_url, long_url, created_at, created_by, changed_by)
     values ($1, $2, $3, $4, 'test', 'test')`,
    [id, shortUrl, longUrl, at],
  );
  return id;
}

/** What is recorded about a link's visits: its sum, and day by day. */
export async function readVisits({ pool }: TestDatabase, id: string) {
  const { rows } = await pool.query<{
    visits: number;
    last_visit_at: Date | null;
    days: Record<string, number>;
  }>(
    `select visits, last_visit_at, coalesce(
       (select jsonb_object_agg(day, short_link_visits.visits) from short_link_visits where link_id = id), '{}'
     ) as days
     from short_links where id = $1`,
    [id],
  );
  return rows[0];
}
