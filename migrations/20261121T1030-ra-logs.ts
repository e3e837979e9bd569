import { type Kysely, sql } from 'kysely';

/** Logs of building rounds, and the counts by which their list finds totals and pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLogs(db);
  await createCounts(db);
  await countByTriggers(db);
}

async function createLogs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ra_log_buildings (
      id smallint generated always as identity primary key,
      name text collate "C" not null unique
    )`.execute(db);

  // Whoever filed or reviewed a log, as it was written then. Filters by text look here, among hundreds of rows, and
  // never among the logs. The application makes `folded`, in lower case: lower() depends on the server's locale.
  await sql`
    create table ra_log_people (
      id integer generated always as identity primary key,
      person_id uuid,
      name text collate "C" not null,
      folded text collate "C" not null,
      unique nulls not distinct (person_id, name)
    )`.execute(db);

  // The room that fillfactor leaves lets work on a follow-up rewrite its row without touching any index. Vacuum comes
  // early after additions, since pages are found in indexes alone only where it has been.
  await sql`
    create table ra_logs (
      id uuid primary key,
      created_at timestamptz(3) not null default now(),
      written_at timestamptz(3),
      submitter_id integer not null references ra_log_people (id),
      building_id smallint not null references ra_log_buildings (id),
      follow_up boolean not null,
      fire_extinguishers boolean not null,
      exit_doors boolean not null,
      safety_concerns text not null,
      warnings text not null,
      reports text not null,
      comments text not null,
      reviewer_id integer references ra_log_people (id),
      reviewed_on timestamptz(3),
      follow_up_owner text,
      closing_note text,
      closed_by text,
      closed_by_id uuid,
      closed_on timestamptz(3),
      version integer not null default 1,
      follow_up_version integer not null default 1,
      check ((reviewer_id is null) = (reviewed_on is null)),
      check (follow_up or (follow_up_owner is null and closed_on is null)),
      check ((closed_on is null) = (closed_by is null) and (closed_on is null) = (closing_note is null))
    ) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02)`.execute(db);
  // Both indexes hold all that the filters ask for: what a page skips is never fetched from the table.
  await sql`
    create index ra_logs_newest on ra_logs (created_at, id)
    include (submitter_id, building_id, reviewer_id, follow_up, written_at)`.execute(db);
  await sql`
    create index ra_logs_submitter on ra_logs (submitter_id, created_at, id)
    include (building_id, reviewer_id, follow_up)`.execute(db);
  await sql`
    create index ra_logs_open_follow_ups on ra_logs (building_id)
    where follow_up and closed_on is null`.execute(db);
}

/**
 * How many logs of each kind there are in each month, coarsely and for each pair of people. A write only appends to the
 * changes, so that writes never wait for one another; now and then the changes are folded into the counts.
 */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ra_log_counts (
      month date not null,
      building_id smallint not null,
      reviewed boolean not null,
      follow_up boolean not null,
      logs integer not null,
      primary key (month, building_id, reviewed, follow_up)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table ra_log_people_counts (
      submitter_id integer not null,
      month date not null,
      building_id smallint not null,
      reviewer_id integer,
      follow_up boolean not null,
      logs integer not null,
      unique nulls not distinct (submitter_id, month, building_id, reviewer_id, follow_up)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table ra_log_count_changes (
      submitter_id integer not null,
      month date not null,
      building_id smallint not null,
      reviewer_id integer,
      follow_up boolean not null,
      logs integer not null
    ) with (autovacuum_vacuum_scale_factor = 0)`.execute(db);
}

/** Whatever writes logs (the application, an import, a correction by hand), the counts follow. */
async function countByTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ra_log_month(at timestamptz) returns date language sql immutable parallel safe
    as $$ select date_trunc('month', at at time zone 'UTC')::date $$`.execute(db);
  await sql`
    create function count_added_ra_logs() returns trigger language plpgsql as $$
    begin
      insert into ra_log_count_changes (submitter_id, month, building_id, reviewer_id, follow_up, logs)
      select submitter_id, ra_log_month(created_at), building_id, reviewer_id, follow_up, count(*)
      from added group by 1, 2, 3, 4, 5;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_changed_ra_log() returns trigger language plpgsql as $$
    begin
      insert into ra_log_count_changes (submitter_id, month, building_id, reviewer_id, follow_up, logs)
      values (old.submitter_id, ra_log_month(old.created_at), old.building_id, old.reviewer_id, old.follow_up, -1);
      if tg_op = 'UPDATE' then
        insert into ra_log_count_changes (submitter_id, month, building_id, reviewer_id, follow_up, logs)
        values (new.submitter_id, ra_log_month(new.created_at), new.building_id, new.reviewer_id, new.follow_up, 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ra_logs_count_added after insert on ra_logs
    referencing new table as added for each statement execute function count_added_ra_logs()`.execute(db);
  await sql`
    create trigger ra_logs_count_changed after update on ra_logs for each row
    when (
      (old.created_at, old.submitter_id, old.building_id, old.reviewer_id, old.follow_up)
      is distinct from (new.created_at, new.submitter_id, new.building_id, new.reviewer_id, new.follow_up)
    ) execute function count_changed_ra_log()`.execute(db);
  await sql`
    create trigger ra_logs_count_removed after delete on ra_logs
    for each row execute function count_changed_ra_log()`.execute(db);
}
