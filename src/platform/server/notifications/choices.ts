import type { NotificationChoice } from '../../contract/notifications.ts';
import type { Reader, WriteTransaction } from '../db/database.ts';

/** What a person has chosen, by topic; what is not there comes at once. */
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

export async function saveChoice(
  transaction: WriteTransaction,
  personId: string,
  topic: string,
  choice: NotificationChoice,
): Promise<void> {
  if (choice === 'now') {
    await transaction
      .deleteFrom('notification_choices')
      .where('person_id', '=', personId)
      .where('topic', '=', topic)
      .execute();
    return;
  }
  await transaction
    .insertInto('notification_choices')
    .values({ person_id: personId, topic, choice })
    .onConflict((conflict) => conflict.columns(['person_id', 'topic']).doUpdateSet({ choice }))
    .execute();
}

/** The person with this address, if there is one, and what they have chosen; `null`: at once. */
export function findRecipient(reader: Reader, address: string, topic: string) {
  return reader
    .selectFrom('people as p')
    .leftJoin('notification_choices as c', (join) =>
      join.onRef('c.person_id', '=', 'p.id').on('c.topic', '=', topic),
    )
    .select(['p.id', 'p.disabled', 'c.choice'])
    .where('p.email', '=', address.toLowerCase())
    .where('p.email_released_at', 'is', null)
    .executeTakeFirst();
}
