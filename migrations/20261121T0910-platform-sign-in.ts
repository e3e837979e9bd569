import { type Kysely, sql } from 'kysely';

/** Who people are, how they proved it, and where they are signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table people (
      id uuid primary key,
      email text not null check (email = lower(email)),
      name text not null,
      given_name text not null,
      family_name text not null,
      disabled boolean not null default false,
      photo bytea,
      created_at timestamptz not null default now(),
      last_sign_in_at timestamptz,
      -- Set when the college gave the address to somebody else; this person then only keeps it as text.
      email_released_at timestamptz
    )`.execute(db);
  await sql`create unique index people_email on people (email) where email_released_at is null`.execute(db);
  await sql`create index people_created_at on people (created_at, id)`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index people_name_text on people using gin (name gin_trgm_ops)`.execute(db);
  await sql`create index people_email_text on people using gin (email gin_trgm_ops)`.execute(db);

  // A person is provider + subject. The groups belong to the identity, so that no provider speaks for another.
  await sql`
    create table identities (
      provider text not null,
      subject text not null,
      person_id uuid not null references people on delete cascade,
      groups text[] not null default '{}',
      created_at timestamptz not null default now(),
      primary key (provider, subject)
    )`.execute(db);
  await sql`create index identities_person on identities (person_id)`.execute(db);

  // Touched once a minute: room on the page keeps those updates off the indexes.
  await sql`
    create table sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      person_id uuid not null references people on delete cascade,
      provider text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      groups_read_at timestamptz not null default now(),
      groups_tried_at timestamptz not null default now(),
      groups_failed_at timestamptz,
      provider_state text,
      user_agent text not null,
      client_address text not null,
      foreign key (provider, subject) references identities (provider, subject) on delete cascade
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index sessions_person on sessions (person_id)`.execute(db);
  await sql`create index sessions_identity on sessions (provider, subject)`.execute(db);
  await sql`create index sessions_expires_at on sessions (expires_at)`.execute(db);

  await sql`
    create table demo_people (
      email text primary key check (email = lower(email)),
      name text not null,
      groups text[] not null,
      photo bytea,
      disabled boolean not null default false
    )`.execute(db);

  // A second subject with the address of a person who is known already waits here for an administrator.
  await sql`
    create table link_requests (
      id uuid primary key,
      provider text not null,
      subject text not null,
      email text not null,
      name text not null,
      person_id uuid not null references people on delete cascade,
      created_at timestamptz not null default now(),
      unique (provider, subject)
    )`.execute(db);

  await sql`
    create table throttle_counters (
      key text primary key,
      window_start timestamptz not null default now(),
      count integer not null
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index throttle_counters_window_start on throttle_counters (window_start)`.execute(db);
}
