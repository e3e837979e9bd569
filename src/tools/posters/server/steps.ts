import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { nameOf, type PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { PosterState } from '../contract/shapes.ts';
import { isOver } from './moves.ts';
import { posterTables, type RequestRow } from './tables.ts';

interface NewStep {
  requestId: string;
  fromMailRoom: boolean;
  text: string;
  state: PosterState | null;
}

/** Adds a step, with or without a message, to what happened. @returns its id */
export async function addStep(
  unit: UnitOfWork,
  actor: PersonActor,
  { requestId, fromMailRoom, text, state }: NewStep,
): Promise<string> {
  const id = uuid();
  await posterTables(unit.transaction)
    .insertInto('poster_messages')
    .values({
      id,
      request_id: requestId,
      author_id: actor.id,
      author_name: nameOf(actor),
      from_mail_room: fromMailRoom,
      text,
      state,
    })
    .execute();
  return id;
}

/** Moves a locked request to a state. */
export async function setState(unit: UnitOfWork, { id }: Pick<RequestRow, 'id'>, state: PosterState) {
  await posterTables(unit.transaction)
    .updateTable('poster_requests')
    .set({
      state,
      changed_at: sql<Date>`now()`,
      ended_at: isOver(state) ? sql<Date>`now()` : null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
