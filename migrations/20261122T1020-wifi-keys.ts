import { type Kysely, sql } from 'kysely';

/** Wi-Fi keys: whose they are, until when they work, and where the key itself is kept. Needs platform-sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The key is in `sealed`, encrypted, or with a controller that knows it by `reference`.
  await sql`
    create table wifi_keys (
      id uuid primary key,
      owner_id uuid not null references people (id) on delete cascade,
      kind text not null check (kind in ('own', 'device', 'guest')),
      label text not null,
      guest_email text check ((guest_email is not null) = (kind = 'guest')),
      sealed text,
      reference text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      folded text not null default '',
      noticed_at timestamptz,
      revoked_at timestamptz,
      revoked_by text,
      revoked_why text check (revoked_why in ('it', 'left', 'blocked', 'sponsor')),
      check ((revoked_at is null) = (revoked_why is null))
    )`.execute(db);
  // Also what makes one key out of twenty requests at once.
  await sql`create unique index wifi_keys_own on wifi_keys (owner_id) where kind = 'own'`.execute(db);
  await sql`create index wifi_keys_owner on wifi_keys (owner_id)`.execute(db);
  await sql`create index wifi_keys_newest on wifi_keys (created_at, id)`.execute(db);
  await sql`create index wifi_keys_folded on wifi_keys using gin (folded gin_trgm_ops)`.execute(db);
  await sql`create index wifi_keys_expires_at on wifi_keys (expires_at)`.execute(db);
}
