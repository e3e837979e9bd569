import { type Kysely, sql } from 'kysely';

/** Audit and idempotency keys: what every write of every tool leans on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id uuid primary key,
      at timestamptz not null default now(),
      actor_kind text not null check (actor_kind in ('person', 'service', 'system', 'nobody')),
      actor_id uuid,
      actor_name text not null,
      acting_for text,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      sensitive text,
      client_address text,
      request_id uuid
    )`.execute(db);
  await sql`create index audit_entries_subject on audit_entries (subject_type, subject_id, at)`.execute(db);
  await sql`create index audit_entries_at on audit_entries (at)`.execute(db);

  // Append-only: no way to change or remove an entry but the retention function, which is the one that sets the flag.
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('quad.audit_retention', true), '') = 'running' then
        if tg_op = 'DELETE' then return old; end if;
        if tg_op = 'UPDATE' and to_jsonb(new) - 'sensitive' = to_jsonb(old) - 'sensitive' and new.sensitive is null then
          return new;
        end if;
      end if;
      raise exception 'audit entries are append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger audit_entries_append_only before update or delete on audit_entries
    for each row execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_entries_no_truncate before truncate on audit_entries
    for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create function retain_audit(keep interval, keep_sensitive interval) returns bigint language plpgsql as $$
    declare removed bigint;
    begin
      perform set_config('quad.audit_retention', 'running', true);
      update audit_entries set sensitive = null where sensitive is not null and at < now() - keep_sensitive;
      delete from audit_entries where at < now() - keep;
      get diagnostics removed = row_count;
      perform set_config('quad.audit_retention', '', true);
      return removed;
    end $$`.execute(db);

  await sql`
    create table idempotency_keys (
      person_id uuid not null,
      call text not null,
      key text not null,
      body_hash bytea not null,
      status smallint,
      answer text,
      created_at timestamptz not null default now(),
      primary key (person_id, call, key)
    )`.execute(db);
  await sql`create index idempotency_keys_created_at on idempotency_keys (created_at)`.execute(db);

  // Counters that instances poll to learn that something they remember has changed.
  await sql`
    create table change_counters (
      name text primary key,
      value bigint not null default 0
    )`.execute(db);
}
