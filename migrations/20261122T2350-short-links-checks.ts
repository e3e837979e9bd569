import { type Kysely, sql } from 'kysely';

/** What targets of short links answered at night. Apart from the links, whose rows visits rewrite all day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_link_checks (
      link_id uuid primary key references short_links (id) on delete cascade,
      long_url text collate "C" not null,
      checked_at timestamptz not null default now(),
      answer text not null,
      failures integer not null default 0,
      broken_at timestamptz,
      notified_at timestamptz
    )`.execute(db);
  await sql`
    create index short_link_checks_broken on short_link_checks (link_id) where broken_at is not null`.execute(
    db,
  );
}
