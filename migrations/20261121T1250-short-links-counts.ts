import { type Kysely, sql } from 'kysely';

/** What searches look in, and the counts by which the list finds totals and pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSearched(db);
  await createCounts(db);
  await countByTriggers(db);
}

/** Both addresses, folded once when they are written: folding them for each search took most of its time. */
async function addSearched(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table short_links add column searched text collate "C"
    generated always as (lower(short_url) || E'\n' || lower(long_url)) stored`.execute(db);
  await sql`drop index short_links_short_text, short_links_long_text`.execute(db);
  await sql`create index short_links_searched on short_links using gin (searched gin_trgm_ops)`.execute(db);
  // Without knowing how common a text is, PostgreSQL would take this index for all of them.
  await sql`analyze short_links`.execute(db);
}

/**
 * How many links each month has, and how often that or an address in it has changed. A write only appends to the
 * changes, so that writes never wait for one another; now and then the changes are folded into the counts.
 */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_link_counts (
      month date primary key,
      links integer not null,
      changes bigint not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table short_link_count_changes (
      month date not null,
      links integer not null
    ) with (autovacuum_vacuum_scale_factor = 0)`.execute(db);
  await sql`
    create function short_link_month(at timestamptz) returns date language sql immutable parallel safe
    as $$ select date_trunc('month', at at time zone 'UTC')::date $$`.execute(db);
  await sql`
    insert into short_link_counts (month, links, changes)
    select short_link_month(created_at), count(*), 1 from short_links group by 1`.execute(db);
}

/** Whatever writes links (the application, an import, a correction by hand), the counts follow. Visits change none. */
async function countByTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_added_short_links() returns trigger language plpgsql as $$
    begin
      insert into short_link_count_changes (month, links)
      select short_link_month(created_at), count(*) from added group by 1;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_changed_short_link() returns trigger language plpgsql as $$
    begin
      insert into short_link_count_changes (month, links) values (short_link_month(old.created_at), -1);
      if tg_op = 'UPDATE' then
        insert into short_link_count_changes (month, links) values (short_link_month(new.created_at), 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger short_links_count_added after insert on short_links
    referencing new table as added for each statement execute function count_added_short_links()`.execute(db);
  await sql`
    create trigger short_links_count_changed after update of short_url, long_url, created_at on short_links
    for each row when (
      (old.short_url, old.long_url, old.created_at) is distinct from (new.short_url, new.long_url, new.created_at)
    ) execute function count_changed_short_link()`.execute(db);
  await sql`
    create trigger short_links_count_removed after delete on short_links
    for each row execute function count_changed_short_link()`.execute(db);
}
