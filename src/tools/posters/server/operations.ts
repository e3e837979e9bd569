import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { auditPoster } from './audit.ts';
import { enqueueNotice } from './email.ts';
import { lockRequest, stateBeforeQuestion } from './queries.ts';
import { showPoster } from './readings.ts';
import { mayCancel, mayMove, mayReply } from './rules.ts';
import { addStep, setState } from './steps.ts';
import type { RequestRow } from './tables.ts';

type Context = CallContext<PersonActor>;

/** The mail room moves a request, and the requester is notified. */
export function handleMovePoster(
  { actor, change }: Context,
  { params: { id }, body: { state, text = '' } }: CallInput<typeof calls.movePoster>,
): Promise<CallReply<typeof calls.movePoster>> {
  return change(async (unit) => {
    const before = await demandRequest(unit, id);
    unit.demand(mayMove(actor, before, state), before);
    const step = await addStep(unit, actor, { requestId: id, fromMailRoom: true, text, state });
    await setState(unit, before, state);
    await enqueueNotice(unit, step);
    auditPoster(unit, 'move', before, { state: before.state }, { state, text });
    return { data: await showPoster(unit.transaction, actor, id) };
  });
}

/** An answer makes it the mail room's turn again, which is notified if it has an address. */
export function handleReplyAboutPoster(
  { actor, change }: Context,
  { params: { id }, body: { text } }: CallInput<typeof calls.replyAboutPoster>,
): Promise<CallReply<typeof calls.replyAboutPoster>> {
  return change(async (unit) => {
    const before = await demandRequest(unit, id);
    unit.demand(mayReply(actor, before));
    const state = await stateBeforeQuestion(unit.transaction, id);
    const step = await addStep(unit, actor, { requestId: id, fromMailRoom: false, text, state });
    await setState(unit, before, state);
    await enqueueNotice(unit, step);
    auditPoster(unit, 'reply', before, { state: before.state }, { state, text });
    return { data: await showPoster(unit.transaction, actor, id) };
  });
}

export function handleCancelPoster(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.cancelPoster>,
): Promise<CallReply<typeof calls.cancelPoster>> {
  return change(async (unit) => {
    const before = await demandRequest(unit, id);
    unit.demand(mayCancel(actor, before));
    const step = await addStep(unit, actor, {
      requestId: id,
      fromMailRoom: false,
      text: '',
      state: 'cancelled',
    });
    await setState(unit, before, 'cancelled');
    await enqueueNotice(unit, step);
    auditPoster(unit, 'cancel', before, { state: before.state }, { state: 'cancelled' });
    return { data: await showPoster(unit.transaction, actor, id) };
  });
}

async function demandRequest(unit: UnitOfWork, id: string): Promise<RequestRow> {
  const row = await lockRequest(unit.transaction, id);
  if (row === undefined) throw refusalOf(calls.readPoster, 'unknown');
  return row;
}
