import { type Kysely, sql } from 'kysely';

/**
 * Whoever got an email of a kind may choose it from then on, whatever their groups: its row says `now` until they do.
 * Changes the table of 20261122T1340-platform-notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_choices
    drop constraint notification_choices_choice_check,
    add constraint notification_choices_choice_check check (choice in ('now', 'digest', 'portal'))`.execute(
    db,
  );
}
