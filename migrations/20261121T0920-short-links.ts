import { type Kysely, sql } from 'kysely';

/** Short links, their earlier targets, and their visits per college day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A trusted extension: the owner of the database may add it.
  await sql`create extension if not exists pg_trgm`.execute(db);

  // Both addresses are ASCII by rule; collation "C" makes lower() and order the same on every server.
  // The room that fillfactor leaves lets a visit rewrite its row within the page, without touching any index.
  await sql`
    create table short_links (
      id uuid primary key,
      short_url text collate "C" not null check (char_length(short_url) between 1 and 64),
      long_url text collate "C" not null check (char_length(long_url) <= 2048),
      expires_at timestamptz,
      visits bigint not null default 0,
      last_visit_at timestamptz,
      version integer not null default 1,
      created_by_id uuid,
      created_by text not null,
      created_at timestamptz(3) not null default now(),
      changed_by_id uuid,
      changed_by text not null,
      changed_at timestamptz not null default now()
    ) with (fillfactor = 85)`.execute(db);
  await sql`create unique index short_links_name on short_links (lower(short_url))`.execute(db);
  await sql`create index short_links_newest on short_links (created_at, id)`.execute(db);
  await sql`create index short_links_short_text on short_links using gin (lower(short_url) gin_trgm_ops)`.execute(
    db,
  );
  await sql`create index short_links_long_text on short_links using gin (lower(long_url) gin_trgm_ops)`.execute(
    db,
  );

  // What a link said before each change; its present state is in short_links alone.
  await sql`
    create table short_link_targets (
      link_id uuid not null references short_links (id) on delete cascade,
      version integer not null,
      long_url text collate "C" not null,
      expires_at timestamptz,
      changed_by_id uuid,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (link_id, version)
    )`.execute(db);

  await sql`
    create table short_link_visits (
      link_id uuid not null references short_links (id) on delete cascade,
      day date not null,
      visits bigint not null,
      primary key (link_id, day)
    )`.execute(db);

  // The last batch of visits that each running counter has written: a batch whose commit was not heard is sent again
  // and counts once.
  await sql`
    create table short_link_flushes (
      counter_id uuid primary key,
      sequence bigint not null,
      at timestamptz not null default now()
    )`.execute(db);
}
