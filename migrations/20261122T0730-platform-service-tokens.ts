import { type Kysely, sql } from 'kysely';

/** Tokens of programs. A revoked one stays, so that the audit's ids keep a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_tokens (
      id uuid primary key,
      name text not null,
      token_hash bytea not null unique,
      hint text not null,
      permissions text[] not null,
      path_prefix text,
      groups text[] not null default '{}',
      everyone boolean not null default false,
      networks text[] not null default '{}',
      expires_at timestamptz not null,
      created_by_id uuid,
      created_by text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      last_used_from text,
      revoked_by text,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index service_tokens_newest on service_tokens (created_at, id)`.execute(db);

  // The audit named this kind of actor before there was one, and by another word.
  await sql`
    alter table audit_entries drop constraint audit_entries_actor_kind_check,
      add check (actor_kind in ('person', 'token', 'system', 'nobody'))`.execute(db);
}
