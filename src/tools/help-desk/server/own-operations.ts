import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { TicketState } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { auditTicket } from './audit.ts';
import type { HelpDesk } from './help-desk.ts';
import { countRecentMessages, lockTicket } from './queries.ts';
import { showTicket } from './readings.ts';
import { mayClose, mayRate, mayReply, mayWriteMore } from './rules.ts';
import { helpTables, type TicketRow } from './tables.ts';
import { addMessage, moveTicket } from './thread.ts';

type Context = CallContext<PersonActor>;
type Reply = CallInput<typeof calls.replyToTicket> & { files: { attachments: StoredUpload[] } };

/** What a requester adds: a ticket that is waiting for them, or was solved, is reopened. */
export function handleReplyToTicket(
  { messagesPerHour }: HelpDesk,
  { actor, change }: Context,
  { params: { id }, body: { text }, files }: Reply,
): Promise<CallReply<typeof calls.replyToTicket>> {
  return change(async (unit) => {
    const recent = await countRecentMessages(unit.transaction, actor.id);
    const before = await demandTicket(unit, id);
    const verdict = mayReply(actor, before, Date.now());
    unit.demand(isAllowed(verdict) ? mayWriteMore(recent, messagesPerHour) : verdict);
    const state: TicketState = before.state === 'new' ? 'new' : 'open';
    const uploads = files.attachments;
    const changed = state === before.state ? null : state;
    await addMessage(unit, actor, { ticketId: id, fromDesk: false, text, state: changed, uploads });
    await moveTicket(unit, before, state);
    const told = { state, text, attachments: uploads.length };
    auditTicket(unit, 'reply', before, { state: before.state }, told);
    return { data: await showTicket(unit.transaction, actor, id) };
  });
}

export function handleCloseTicket(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.closeTicket>,
): Promise<CallReply<typeof calls.closeTicket>> {
  return change(async (unit) => {
    const before = await demandTicket(unit, id);
    unit.demand(mayClose(actor, before));
    await addMessage(unit, actor, { ticketId: id, fromDesk: false, text: '', state: 'solved' });
    await moveTicket(unit, before, 'solved');
    auditTicket(unit, 'close', before, { state: before.state }, { state: 'solved' });
    return { data: await showTicket(unit.transaction, actor, id) };
  });
}

/** Each one is on record and has the whole ticket in its response. */
const ratings = { limit: 60, windowSeconds: 3_600 };

export async function handleRateTicket(
  { throttle }: Pick<HelpDesk, 'throttle'>,
  { actor, change }: Context,
  { params: { id }, body: { helped } }: CallInput<typeof calls.rateTicket>,
): Promise<CallReply<typeof calls.rateTicket>> {
  const { allowed, retryAfterSeconds } = await throttle.take(`help-desk-rating:${actor.id}`, ratings);
  if (!allowed) throw refusalOf(calls.rateTicket, 'too-many-ratings', { retryAfterSeconds });
  return change(async (unit) => {
    const before = await demandTicket(unit, id);
    unit.demand(mayRate(actor, before));
    await helpTables(unit.transaction)
      .updateTable('help_tickets')
      .set({ helped })
      .where('id', '=', id)
      .execute();
    auditTicket(unit, 'rate', before, { helped: before.helped }, { helped });
    return { data: await showTicket(unit.transaction, actor, id) };
  });
}

export async function demandTicket(unit: UnitOfWork, id: string): Promise<TicketRow> {
  const row = await lockTicket(unit.transaction, id);
  if (row === undefined) throw refusalOf(calls.readTicket, 'unknown');
  return row;
}
