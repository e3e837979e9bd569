import { type Kysely, sql } from 'kysely';

/**
 * Who was notified that a file expires soon, so that the next person responsible for it, including the new owner of a
 * service token, is notified, too. Changes the table of 20261122T0740-files. For notices sent before this, the person is
 * unknown, so the notice is sent again once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column noticed_person_id uuid`.execute(db);
}
