import { type Kysely, sql } from 'kysely';

/** Emergencies: who still gets the email, and what ends one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices add column emailed_to integer not null default 0`.execute(db);
  // One emergency has one all clear.
  await sql`alter table notices add column all_clear_of uuid unique references notices (id)`.execute(db);
  await sql`
    create table notice_recipients (
      notice_id uuid not null references notices (id) on delete cascade,
      email text not null,
      batch integer not null,
      primary key (notice_id, email)
    )`.execute(db);
  await sql`create index notice_recipients_batch on notice_recipients (notice_id, batch)`.execute(db);
}
