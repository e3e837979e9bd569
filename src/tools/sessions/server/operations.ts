import type { CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { presentSession } from '../../../platform/server/session/present-session.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import * as calls from '../contract.ts';

type Context = CallContext<SignedInActor>;

export async function handleListOwnSessions(
  sessions: Sessions,
  { actor }: Context,
): Promise<CallReply<typeof calls.listOwnSessions>> {
  const { id, sessionId } = assertPerson(actor);
  const entries = await sessions.listOf(id);
  return { data: entries.map((entry) => presentSession(entry, sessionId)) };
}

export async function handleEndOwnSession(
  sessions: Sessions,
  { actor, change }: Context,
  id: string,
): Promise<void> {
  const person = assertPerson(actor);
  await change(async (unit) => {
    unit.demand(byPermission);
    if (await sessions.endById(unit, person.id, id)) return;
    throw refusalOf(calls.endOwnSession, 'unknown');
  });
}

export async function handleEndOtherSessions(
  sessions: Sessions,
  { actor, change }: Context,
): Promise<CallReply<typeof calls.endOtherSessions>> {
  const { id, sessionId } = assertPerson(actor);
  return change(async (unit) => {
    unit.demand(byPermission);
    const ended = await sessions.endAllBut(unit, id, sessionId);
    const subject = { type: 'person', id, columns: { ended: 'plain' } } as const;
    unit.record({ action: 'person.end-other-sessions', subject, after: { ended } });
    return { data: { ended } };
  });
}

/** A program has a token, not sessions. */
function assertPerson(actor: SignedInActor): PersonActor {
  if (actor.kind === 'person') return actor;
  throw forbidden('Only a person has sessions.');
}
