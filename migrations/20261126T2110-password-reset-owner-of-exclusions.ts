import { type Kysely, sql } from 'kysely';

/** Whom an exclusion is about: their address may change. A table of password-reset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reset_exclusions add column person_ids uuid[] not null default '{}',
      add column directory_keys text[] not null default '{}'`.execute(db);
  await sql`
    update reset_exclusions e set
      person_ids = array(
        select p.id from people p where p.email = e.principal_email and p.email_released_at is null
        union
        select d.person_id from directory_records d
        where d.active and lower(d.email) = e.principal_email and d.person_id is not null),
      directory_keys = array(
        select d.key from directory_records d where d.active and lower(d.email) = e.principal_email)`.execute(
    db,
  );
}
