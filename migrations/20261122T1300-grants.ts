import { type Kysely, sql } from 'kysely';

/** Funding applications of faculty growth and development, the approver list, and the votes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table grant_applications (
      id uuid primary key,
      applicant_id uuid not null,
      applicant_name text not null,
      applicant_email text not null,
      state text not null check (state in ('Draft', 'Pending', 'Approved', 'Declined', 'Withdrawn')),
      department text not null,
      title text not null,
      link text not null,
      narrative text not null,
      starts_on date not null,
      ends_on date not null,
      purposes text[] not null,
      -- Cents, by the name of the field.
      amounts jsonb not null,
      total_cents int not null check (total_cents >= 0),
      -- Named after the year in which it ends.
      fiscal_year int not null,
      -- How often it was submitted: votes belong to one of these.
      round int not null check (round > 0),
      first_submitted_at timestamptz not null default now(),
      submitted_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      decided_at timestamptz,
      -- Lower case, made by the application: what the filter looks in.
      folded_email text not null,
      version int not null default 1,
      check (starts_on < ends_on),
      check ((decided_at is null) = (state in ('Draft', 'Pending')))
    )`.execute(db);
  await sql`create index grant_applications_newest on grant_applications (first_submitted_at, id)`.execute(
    db,
  );
  await sql`
    create index grant_applications_in on grant_applications (state, first_submitted_at, id)`.execute(db);
  await sql`
    create index grant_applications_of on grant_applications (applicant_id, first_submitted_at, id)`.execute(
    db,
  );
  await sql`
    create index grant_applications_email on grant_applications using gin (folded_email gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table grant_approvers (
      id uuid primary key,
      full_name text not null,
      email text not null,
      folded_email text not null unique,
      required boolean not null,
      -- The account behind the address, once it is known: an address can be given to someone else.
      person_id uuid unique,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table grant_votes (
      id uuid primary key,
      application_id uuid not null references grant_applications on delete cascade,
      round int not null,
      voter_id uuid not null,
      voter_name text not null,
      voter_email text not null,
      choice text not null check (choice in ('approve', 'decline')),
      reason text not null,
      at timestamptz not null default now(),
      unique (application_id, round, voter_id)
    )`.execute(db);
  await sql`
    create table grant_recusals (
      application_id uuid not null references grant_applications on delete cascade,
      voter_id uuid not null,
      voter_name text not null,
      at timestamptz not null default now(),
      primary key (application_id, voter_id)
    )`.execute(db);
  await sql`
    create table grant_messages (
      id uuid primary key,
      application_id uuid not null references grant_applications on delete cascade,
      at timestamptz not null default now(),
      author_id uuid not null,
      author_name text not null,
      from_committee boolean not null,
      text text not null,
      -- What it made of the application, when that was something else.
      state text check (state in ('Draft', 'Pending', 'Approved', 'Declined', 'Withdrawn')),
      check (text <> '' or state is not null)
    )`.execute(db);
  await sql`create index grant_messages_of on grant_messages (application_id, at, id)`.execute(db);
}
