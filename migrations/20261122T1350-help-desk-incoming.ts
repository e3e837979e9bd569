import { type Kysely, sql } from 'kysely';

/** Replies by email: what proves that they belong to a ticket, and what was read already. Needs `help_tickets`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table help_tickets add column mail_reference uuid not null default gen_random_uuid() unique`.execute(
    db,
  );
  await sql`alter table help_messages add column quoted text not null default ''`.execute(db);
  await sql`
    create table help_mailbox (
      name text primary key,
      -- Older mail is none of ours.
      since timestamptz not null,
      uid_validity bigint not null,
      last_uid bigint not null
    )`.execute(db);
  await sql`
    create table help_incoming (
      message_key text primary key,
      at timestamptz not null default now(),
      outcome text not null
    )`.execute(db);
}
