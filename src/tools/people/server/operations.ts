import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { nameOf, type SignedInActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { violatedUnique } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import * as calls from '../contract.ts';
import { presentPerson } from './present.ts';
import { holdPerson, setBlocked } from './queries.ts';
import { demandPerson } from './readings.ts';
import { decidedSince, mayBlock, mayUnblock } from './rules.ts';

type Context = CallContext<SignedInActor>;

const personColumns = {
  name: 'plain',
  email: 'plain',
  blocked: 'plain',
  ended: 'plain',
} as const;

export async function handleChangePerson(
  sessions: Sessions,
  { actor, change }: Context,
  { params: { id }, body: { blocked } }: CallInput<typeof calls.changePerson>,
): Promise<CallReply<typeof calls.changePerson>> {
  try {
    return await change(async (unit) => {
      const { transaction } = unit;
      await holdPerson(transaction, id);
      const before = await demandPerson(transaction, id);
      const { name, email, disabled } = before;
      const row = { version: before.version, staleDetail: decidedSince(before) };
      unit.demand(blocked ? mayBlock(actor, { id }) : mayUnblock(actor), row);
      await setBlocked(transaction, { id, blocked, by: nameOf(actor) });
      // Unblocking too: no sign-in that began earlier may let anyone back in.
      await sessions.endAllOf(unit, id);
      unit.record({
        action: blocked ? 'person.block' : 'person.unblock',
        subject: { type: 'person', id, columns: personColumns },
        before: { name, email, blocked: disabled },
        after: { name, email, blocked },
      });
      return { data: presentPerson(await demandPerson(transaction, id), actor) };
    });
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw refusalOf(calls.changePerson, 'address-taken');
  }
}

export async function handleEndPersonSessions(
  sessions: Sessions,
  { change }: Context,
  id: string,
): Promise<void> {
  await change(async (unit) => {
    const { name, email } = await demandPerson(unit.transaction, id);
    unit.demand(byPermission);
    const ended = await sessions.endAllOf(unit, id);
    const subject = { type: 'person', id, columns: personColumns };
    unit.record({ action: 'person.end-sessions', subject, after: { name, email, ended } });
  });
}

export async function handleEndPersonSession(
  sessions: Sessions,
  { change }: Context,
  { id, sessionId }: CallInput<typeof calls.endPersonSession>['params'],
): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    if (await sessions.endById(unit, id, sessionId)) return;
    throw refusalOf(calls.endPersonSession, 'ended');
  });
}
