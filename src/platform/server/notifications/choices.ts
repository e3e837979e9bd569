import { sql } from 'kysely';
import type { NotificationChoice } from '../../contract/notifications.ts';
import type { Database, Reader, WriteTransaction } from '../db/database.ts';
import { addressOf, hasAddress } from '../mail/find-address.ts';

/** What a person gets or has chosen, by topic; what is not there comes at once. */
export async function readChoices(
  reader: Reader,
  personId: string,
): Promise<ReadonlyMap<string, NotificationChoice>> {
  const rows = await reader
    .selectFrom('notification_choices')
    .select(['topic', 'choice'])
    .where('person_id', '=', personId)
    .execute();
  return new Map(rows.map(({ topic, choice }) => [topic, choice]));
}

/** With `portal`, what is waiting for the next digest is dropped, too. */
export async function saveChoice(
  transaction: WriteTransaction,
  personId: string,
  topic: string,
  choice: NotificationChoice,
): Promise<void> {
  await transaction
    .insertInto('notification_choices')
    .values({ person_id: personId, topic, choice })
    .onConflict((conflict) => conflict.columns(['person_id', 'topic']).doUpdateSet({ choice }))
    .execute();
  if (choice === 'portal')
    await transaction
      .deleteFrom('digest_entries')
      .where('person_id', '=', personId)
      .where('topic', '=', topic)
      .execute();
}

/** From the first email on: someone who gets one of a kind may choose it, whatever their groups. */
export async function rememberTopic(database: Database, personId: string, topic: string): Promise<void> {
  await database
    .insertInto('notification_choices')
    .values({ person_id: personId, topic, choice: 'now' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The person with this address, if there is one, and what they have chosen; `null`: they never got one. What someone
 * who has left chose doesn't apply to whoever has the address now.
 */
export function findRecipient(reader: Reader, address: string, topic: string) {
  const folded = address.toLowerCase();
  return (
    reader
      .selectFrom('people as p')
      .leftJoin('notification_choices as c', (join) =>
        join.onRef('c.person_id', '=', 'p.id').on('c.topic', '=', topic),
      )
      .select(['p.id', 'p.disabled', 'c.choice'])
      // Candidates first: an "or" over both tables would read all people for each email.
      .where(
        sql<boolean>`p.id in (
        select id from people where email = ${folded} and email_released_at is null
        union all select person_id from directory_records where active and lower(email) = ${folded})`,
      )
      .where(sql<boolean>`(p.email = ${folded} and ${hasAddress} or ${addressOf} = ${folded})`)
      .executeTakeFirst()
  );
}
