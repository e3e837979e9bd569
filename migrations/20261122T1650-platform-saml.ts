import { type Kysely, sql } from 'kysely';

/** SAML responses, each good for one use, and the names by which a provider ends a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saml_responses (
      request bytea primary key,
      arrival text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index saml_responses_created_at on saml_responses (created_at)`.execute(db);
  await sql`alter table sessions add column provider_keys text[] not null default '{}'`.execute(db);
}
