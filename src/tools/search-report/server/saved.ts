import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { type listSavedQuestions, removeSavedQuestion, type saveQuestion } from '../contract.ts';
import { readIn, writeIn } from './tables.ts';

type Context = CallContext<PersonActor>;
const columns = { name: 'plain' } as const;

export async function handleListSaved({
  actor,
  reader,
}: Context): Promise<CallReply<typeof listSavedQuestions>> {
  const data = await readIn(reader)
    .selectFrom('search_questions')
    .select(['id', 'name', 'question'])
    .where('owner_id', '=', actor.id)
    .orderBy(sql`name collate alphabet`)
    .execute();
  return { data };
}

export function handleSave(
  { actor, change }: Context,
  { body: { name, question } }: CallInput<typeof saveQuestion>,
): Promise<CallReply<typeof saveQuestion>> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const data = await writeIn(unit.transaction)
      .insertInto('search_questions')
      .values({ id: uuid(), owner_id: actor.id, name, question: JSON.stringify(question) })
      .onConflict((conflict) =>
        conflict
          .expression(sql`owner_id, lower(name)`)
          .doUpdateSet({ name, question: JSON.stringify(question) }),
      )
      .returning(['id', 'name', 'question'])
      .executeTakeFirstOrThrow();
    const subject = { type: 'search-question', id: data.id, columns };
    unit.record({ action: 'search-question.save', subject, after: { name } });
    return { data };
  });
}

export function handleRemoveSaved(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof removeSavedQuestion>,
): Promise<void> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const gone = await writeIn(unit.transaction)
      .deleteFrom('search_questions')
      .where('id', '=', id)
      .where('owner_id', '=', actor.id)
      .returning('name')
      .executeTakeFirst();
    if (gone === undefined) throw refusalOf(removeSavedQuestion, 'unknown');
    const subject = { type: 'search-question', id, columns };
    unit.record({ action: 'search-question.remove', subject, before: gone });
  });
}
