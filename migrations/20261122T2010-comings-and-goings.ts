import { type Kysely, sql } from 'kysely';

/**
 * People who left or lost groups while they own something, and who keeps what they made. Changes the tables of
 * 20261121T0910-platform-sign-in, 20261122T0800-platform-directory, 20261121T0920-short-links, 20261122T0740-files and
 * 20261122T0730-platform-service-tokens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table departures (
      id uuid primary key,
      person_id uuid not null references people (id) on delete cascade,
      cause text not null check (cause in ('left', 'groups')),
      -- What was taken away, if groups were.
      lost text[] not null default '{}',
      noticed_at timestamptz not null default now(),
      -- Nothing: this person owned nothing when they left. Back: they are here again, or have the groups again.
      state text not null check (state in ('open', 'done', 'dismissed', 'nothing', 'back')),
      decided_by text,
      decided_at timestamptz,
      version int not null default 1
    )`.execute(db);
  await sql`create unique index departures_open on departures (person_id) where state = 'open'`.execute(db);
  await sql`create index departures_newest on departures (state, noticed_at, id)`.execute(db);
  await sql`create index departures_of on departures (person_id, noticed_at)`.execute(db);
  await noteLostGroups(db);
  // Who answers for it now, if that is not who made it.
  for (const table of ['short_links', 'files', 'service_tokens']) {
    await sql`alter table ${sql.table(table)} add column kept_by_id uuid`.execute(db);
    await sql`create index ${sql.id(`${table}_keeper`)} on ${sql.table(table)} (coalesce(kept_by_id, created_by_id))`.execute(
      db,
    );
  }
}

/** Whatever changes what a provider or the directory says about groups, what was lost is noted. */
async function noteLostGroups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lost_groups (
      person_id uuid not null references people (id) on delete cascade,
      groups text[] not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function note_lost_groups() returns trigger language plpgsql as $$
    declare
      lost text[] := array(
        select jsonb_array_elements_text(to_jsonb(old) -> tg_argv[0])
        except select jsonb_array_elements_text(to_jsonb(new) -> tg_argv[0]));
    begin
      if cardinality(lost) > 0 then
        insert into lost_groups (person_id, groups) values (old.person_id, lost);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger identities_lost_groups after update of groups on identities
    for each row when (old.groups is distinct from new.groups)
    execute function note_lost_groups('groups')`.execute(db);
  await sql`
    create trigger directory_records_lost_groups after update of access_groups on directory_records
    for each row when (old.person_id is not null and old.access_groups is distinct from new.access_groups)
    execute function note_lost_groups('access_groups')`.execute(db);
}
