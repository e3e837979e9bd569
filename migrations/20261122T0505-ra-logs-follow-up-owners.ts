import { type Kysely, sql } from 'kysely';

/** Who owns a follow-up: the person, once they have signed in, and the address until then. Owners see what they have to do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ra_logs add column follow_up_owner_id uuid`.execute(db);
  await sql`
    create index ra_logs_owned_follow_ups on ra_logs (follow_up_owner_id)
    where follow_up and closed_on is null and follow_up_owner_id is not null`.execute(db);
  await sql`
    create index ra_logs_addressed_follow_ups on ra_logs (lower(follow_up_owner))
    where follow_up and closed_on is null and follow_up_owner_id is null`.execute(db);
}
