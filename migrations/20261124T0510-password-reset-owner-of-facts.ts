import { type Kysely, sql } from 'kysely';

/**
 * Whose address it was when the facts were imported: an address can be given to someone else. Facts of an address that
 * already had two owners are removed, because no one knows whose they are; the next import brings them again. A table
 * of password-reset-facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reset_facts add column person_id uuid references people (id) on delete cascade,
      add column directory_keys text[] not null default '{}'`.execute(db);
  await sql`
    delete from reset_facts f using directory_records former, directory_records d
    where lower(former.email) = f.email and not former.active and lower(d.email) = f.email and d.active`.execute(
    db,
  );
  await sql`
    delete from reset_facts f using people former
    where former.email = f.email and former.email_released_at is not null`.execute(db);
  await sql`
    update reset_facts f set person_id = p.id from people p
    where p.email = f.email and p.email_released_at is null`.execute(db);
  await sql`
    update reset_facts f set directory_keys = array(
      select d.key from directory_records d where d.active and lower(d.email) = f.email
      union select d.key from directory_records d where d.active and d.person_id = f.person_id)`.execute(db);
}
