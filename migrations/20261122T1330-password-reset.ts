import { type Kysely, sql } from 'kysely';

/** Attempts to reset a password, who is excluded, and one-time links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `payload` is what was typed, encrypted.
  await sql`
    create table reset_attempts (
      id uuid primary key,
      principal_email text not null,
      client_address text not null,
      user_agent text not null,
      referrer text not null,
      payload text,
      outcome text not null check (outcome in ('unknown', 'refused', 'matched', 'sent', 'not-sent')),
      reasons text[] not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index reset_attempts_newest on reset_attempts (created_at, id)`.execute(db);
  await sql`create index reset_attempts_email on reset_attempts using gin (principal_email gin_trgm_ops)`.execute(
    db,
  );
  await sql`create index reset_attempts_address on reset_attempts using gin (client_address gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table reset_exclusions (
      id uuid primary key,
      principal_email text not null unique,
      reason text not null,
      created_at timestamptz not null default now(),
      created_by_id uuid,
      created_by text not null,
      expires_at timestamptz not null,
      noticed_at timestamptz
    )`.execute(db);
  await sql`create index reset_exclusions_newest on reset_exclusions (created_at, id)`.execute(db);
  // A newer link of the same account ends the older ones. `stamp` is the directory's word for the password of the time.
  await sql`
    create table reset_links (
      id uuid primary key,
      token_hash bytea not null unique,
      principal_email text not null,
      account_key text not null,
      stamp text,
      attempt_id uuid references reset_attempts (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'claimed', 'used', 'ended'))
    )`.execute(db);
  await sql`create index reset_links_email on reset_links (principal_email)`.execute(db);
  await sql`create index reset_links_created_at on reset_links (created_at)`.execute(db);
}
