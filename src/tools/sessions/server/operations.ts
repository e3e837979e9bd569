import type { CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { presentSession } from '../../../platform/server/session/present-session.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import * as calls from '../contract.ts';

type Context = CallContext<PersonActor>;

export async function handleListOwnSessions(
  sessions: Sessions,
  { actor }: Context,
): Promise<CallReply<typeof calls.listOwnSessions>> {
  const entries = await sessions.listOf(actor.id);
  return { data: entries.map((entry) => presentSession(entry, actor.sessionId)) };
}

export async function handleEndOwnSession(
  sessions: Sessions,
  { actor, change }: Context,
  id: string,
): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    if (await sessions.endById(unit, actor.id, id)) return;
    throw refusalOf(calls.endOwnSession, 'unknown');
  });
}

export async function handleEndOtherSessions(
  sessions: Sessions,
  { actor: { id, sessionId }, change }: Context,
): Promise<CallReply<typeof calls.endOtherSessions>> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const ended = await sessions.endAllBut(unit, id, sessionId);
    const subject = { type: 'person', id, columns: { ended: 'plain' } } as const;
    unit.record({ action: 'person.end-other-sessions', subject, after: { ended } });
    return { data: { ended } };
  });
}
