import { type Kysely, sql } from 'kysely';

/**
 * Anyone who has received a kind of email may change that setting, whatever their groups: until they do, their row says
 * `now`. Changes the table of 20261122T1340-platform-notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_choices
    drop constraint notification_choices_choice_check,
    add constraint notification_choices_choice_check check (choice in ('now', 'digest', 'portal'))`.execute(
    db,
  );
}
