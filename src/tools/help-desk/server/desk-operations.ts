import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { closeWithTicket } from '../../ra-logs/server/public.ts';
import * as calls from '../contract.ts';
import { auditTicket } from './audit.ts';
import { findColleague, findLastChange } from './desk-queries.ts';
import { showAtDesk } from './desk-readings.ts';
import { enqueueEmail } from './email.ts';
import type { HelpDesk } from './help-desk.ts';
import { lockIncident } from './incident-queries.ts';
import { demandTicket } from './own-operations.ts';
import { mayWork } from './rules.ts';
import { helpTables, type TicketRow } from './tables.ts';
import { addMessage, addNote, moveTicket } from './thread.ts';

type Context = CallContext<PersonActor>;
type AnswerInput = CallInput<typeof calls.answerTicket> & { files: { attachments: StoredUpload[] } };

export function handleAnswerTicket(
  { actor, change }: Context,
  { params: { id }, body, files }: AnswerInput,
): Promise<CallReply<typeof calls.answerTicket>> {
  const { text, version } = body;
  return change(async (unit) => {
    const before = await demandSeen(unit, actor, id, version);
    const state = stateFor(before, body.state);
    const uploads = files.attachments;
    const changed = state === before.state ? null : state;
    const message = { ticketId: id, fromDesk: true, text, state: changed, uploads };
    const messageId = await addMessage(unit, actor, message);
    await moveTicket(unit, before, state, { isSolvedAgain: true });
    const told = { state, text, attachments: uploads.length };
    auditTicket(unit, 'answer', before, { state: before.state }, told);
    await enqueueEmail(unit, messageId);
    const { log_id } = before;
    if (state === 'solved' && body.closeFollowUp === 'true' && log_id !== null)
      await closeWithTicket(unit, actor, log_id, text);
    return { data: await showAtDesk(unit.transaction, actor.id, id) };
  });
}

/** A ticket that was handed over takes no replies here, so it waits for no one. */
function stateFor<State extends TicketRow['state']>(
  { handed_at, state: before }: TicketRow,
  state: State,
): State | 'solved' | 'open' {
  if (handed_at === null || state !== 'waiting') return state;
  return before === 'solved' ? 'solved' : 'open';
}

/** Changes nothing that others see, so it needs no version. */
export function handleAddNote(
  { actor, change }: Context,
  { params: { id }, body: { text } }: CallInput<typeof calls.addNote>,
): Promise<CallReply<typeof calls.addNote>> {
  return change(async (unit) => {
    const ticket = await demandUnmerged(unit, id);
    unit.demand(mayWork(actor));
    await addNote(unit, { ticketId: id, by: actor.name, text });
    auditTicket(unit, 'note', ticket, null, { text });
    return { data: await showAtDesk(unit.transaction, actor.id, id) };
  });
}

export function handleChangeTicket(
  desk: HelpDesk,
  { actor, change, reader }: Context,
  { params: { id }, body }: CallInput<typeof calls.changeTicket>,
): Promise<CallReply<typeof calls.changeTicket>> {
  return change(async (unit) => {
    const before = await demandSeen(unit, actor, id, body.version);
    const set: Partial<Pick<TicketRow, 'assignee_id' | 'assignee_name' | 'category' | 'incident_id'>> = {
      ...(body.assignee === undefined ? {} : await assigneeOf(desk, reader, body.assignee)),
      ...(body.category === undefined ? {} : { category: categoryOf(desk, before, body.category) }),
      ...(body.incident === undefined
        ? {}
        : { incident_id: await linkIncident(unit, before, body.incident) }),
    };
    // Someone who takes a new ticket is working on it.
    const taken = before.state === 'new' && set.assignee_id ? 'open' : before.state;
    const state = stateFor(before, body.state ?? taken);
    if (Object.keys(set).length > 0)
      await helpTables(unit.transaction).updateTable('help_tickets').set(set).where('id', '=', id).execute();
    await moveTicket(unit, before, state);
    if (body.state !== undefined && state !== before.state) {
      const messageId = await addMessage(unit, actor, { ticketId: id, fromDesk: true, text: '', state });
      if (state === 'solved') await enqueueEmail(unit, messageId);
    }
    const { category, assignee_name, incident_id, log_id } = before;
    const was = { category, assignee_name, incident_id, state: before.state };
    auditTicket(unit, 'change', before, was, { ...set, state });
    if (state === 'solved' && body.closingNote !== undefined && log_id !== null)
      await closeWithTicket(unit, actor, log_id, body.closingNote);
    return { data: await showAtDesk(unit.transaction, actor.id, id) };
  });
}

/** A ticket in the state that the sender has seen; otherwise the refusal says what happened since. */
async function demandSeen(
  unit: UnitOfWork,
  actor: PersonActor,
  id: string,
  version: number | undefined,
): Promise<TicketRow> {
  const row = await demandUnmerged(unit, id);
  const isStale = version !== undefined && version !== row.version;
  const staleDetail = isStale ? await sayLastChange(unit, id) : undefined;
  unit.demand(mayWork(actor), {
    version: row.version,
    ...(staleDetail === undefined ? {} : { staleDetail }),
  });
  return row;
}

/** No one reads a ticket anymore once it was merged. */
async function demandUnmerged(unit: UnitOfWork, id: string): Promise<TicketRow> {
  const row = await demandTicket(unit, id);
  if (row.merged_into !== null) throw refusalOf(calls.changeTicket, 'already-merged');
  return row;
}

const whatHappened: Readonly<Record<string, string>> = {
  'help-ticket.reply': 'replied',
  'help-ticket.answer': 'answered this ticket',
  'help-ticket.close': 'closed this ticket',
  'help-ticket.merge': 'merged tickets',
  'help-ticket.rate': 'said whether this helped',
  'help-ticket.change': 'changed the assignee, category, or state',
};

async function sayLastChange(unit: UnitOfWork, id: string): Promise<string | undefined> {
  const last = await findLastChange(unit.transaction, id);
  const words = whatHappened[last?.action ?? ''];
  if (last === undefined || words === undefined) return undefined;
  return `${last.by} ${words} in the meantime. Check the ticket and try again.`;
}

async function assigneeOf({ workers }: HelpDesk, reader: Context['reader'], address: string) {
  if (address === '') return { assignee_id: null, assignee_name: null };
  const found = await findColleague(reader, address, workers);
  if (found === undefined) {
    const { detail } = calls.changeTicket.refusals['not-at-the-desk'];
    throw refusalOf(calls.changeTicket, 'not-at-the-desk', { fields: { assignee: detail } });
  }
  return { assignee_id: found.id, assignee_name: found.name };
}

/** An open known issue, whose updates the requester gets as long as it is linked. @returns its id; `null` for none */
async function linkIncident(
  { transaction }: UnitOfWork,
  { requester_id, incident_id }: TicketRow,
  id: string,
): Promise<string | null> {
  if (id === '' || id === incident_id) return id || null;
  const incident = await lockIncident(transaction, requester_id, id);
  if (incident?.state !== 'open') {
    const { detail } = calls.changeTicket.refusals['unknown-incident'];
    throw refusalOf(calls.changeTicket, 'unknown-incident', { fields: { incident: detail } });
  }
  return id;
}

/** One that the college has, or that the ticket already has. */
function categoryOf({ categories }: HelpDesk, before: TicketRow, name: string): string | null {
  if (name === '') return null;
  if (name === before.category || categories.some((one) => one.name === name)) return name;
  const { detail } = calls.changeTicket.refusals['unknown-category'];
  throw refusalOf(calls.changeTicket, 'unknown-category', { fields: { category: detail } });
}
