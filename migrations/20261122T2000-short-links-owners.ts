import { type Kysely, sql } from 'kysely';

/**
 * Groups that own a link and manage it beside IT, and the counts by them. Changes the tables of 20261121T0920-short-links
 * and 20261121T1250-short-links-counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Sorted and without repetition, so that the same groups are one kind of the counts.
  await sql`alter table short_links add column owner_groups text[] not null default '{}'`.execute(db);
  await sql`
    create index short_links_owned on short_links (owner_groups, created_at, id)
    where owner_groups <> '{}'`.execute(db);
  await sql`
    alter table short_link_counts add column owner_groups text[] not null default '{}',
      drop constraint short_link_counts_pkey, add primary key (month, owner_groups)`.execute(db);
  await sql`alter table short_link_count_changes add column owner_groups text[] not null default '{}'`.execute(
    db,
  );
  await countByOwners(db);
}

async function countByOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_added_short_links() returns trigger language plpgsql as $$
    begin
      insert into short_link_count_changes (month, owner_groups, links)
      select short_link_month(created_at), owner_groups, count(*) from added group by 1, 2;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function count_changed_short_link() returns trigger language plpgsql as $$
    begin
      insert into short_link_count_changes (month, owner_groups, links)
      values (short_link_month(old.created_at), old.owner_groups, -1);
      if tg_op = 'UPDATE' then
        insert into short_link_count_changes (month, owner_groups, links)
        values (short_link_month(new.created_at), new.owner_groups, 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger short_links_count_changed
    after update of short_url, long_url, created_at, owner_groups on short_links
    for each row when (
      (old.short_url, old.long_url, old.created_at, old.owner_groups)
        is distinct from (new.short_url, new.long_url, new.created_at, new.owner_groups)
    ) execute function count_changed_short_link()`.execute(db);
}
