import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { onOneConnection, type Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import { readChoices } from '../../../platform/server/notifications/choices.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { findTicketedLog } from '../../ra-logs/server/public.ts';
import type { DeskDetails, DeskTicket } from '../contract/desk-shapes.ts';
import * as calls from '../contract.ts';
import { countAtDesk, readCounts, selectAtDesk, selectNotes, selectOthers } from './desk-queries.ts';
import { ticketTopic } from './email.ts';
import type { HelpDesk } from './help-desk.ts';
import { findIncidentOf, selectLinkable } from './incident-queries.ts';
import { presentOwn } from './present.ts';
import { findMerged, findTicket } from './queries.ts';
import { readThread } from './readings.ts';
import { whyNotMerge } from './rules.ts';
import type { TicketRow } from './tables.ts';

type Context = CallContext<PersonActor>;

export async function handleListDeskTickets(
  { totals }: HelpDesk,
  { reader, actor }: Context,
  { query: { paging, ...filter } }: CallInput<typeof calls.listDeskTickets>,
): Promise<CallReply<typeof calls.listDeskTickets>> {
  if (paging === null) return { ...noPage, data: [] };
  const count = () => countAtDesk(reader, filter, actor.id);
  const total = await totals.read(JSON.stringify([filter, filter.assigned === 'mine' && actor.id]), count);
  const page = await readPage(paging, total, (slice) => selectAtDesk(reader, filter, actor.id, slice));
  return { ...page, data: page.data.map((row) => presentAtDesk(row, actor.id)) };
}

export async function handleReadDeskCounts({
  reader,
  actor,
}: Context): Promise<CallReply<typeof calls.readDeskCounts>> {
  return { data: await readCounts(reader, actor.id) };
}

export async function handleReadDeskOptions(
  { categories, savedReplies }: HelpDesk,
  { reader }: Pick<Context, 'reader'>,
): Promise<CallReply<typeof calls.readDeskOptions>> {
  const incidents = await selectLinkable(reader);
  return { data: { categories: categories.map(({ name }) => name), savedReplies, incidents } };
}

export async function handleReadDeskTicket(
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readDeskTicket>,
): Promise<CallReply<typeof calls.readDeskTicket>> {
  return { data: await onOneConnection(reader, (one) => showAtDesk(one, actor.id, id)) };
}

/** A whole ticket, notes included: only for the desk. @throws Refusal `unknown` */
export async function showAtDesk(reader: Reader, viewerId: string, id: string): Promise<DeskDetails> {
  const row = await findTicket(reader, id);
  if (row === undefined) throw refusalOf(calls.readDeskTicket, 'unknown');
  const [email, choices, messages, notes, others, log, mergedInto, incident] = await Promise.all([
    findAddress(reader, row.requester_id),
    readChoices(reader, row.requester_id),
    readThread(reader, id),
    selectNotes(reader, id),
    selectOthers(reader, row),
    row.log_id === null ? undefined : findTicketedLog(reader, row.log_id),
    findMerged(reader, row),
    findIncidentOf(reader, row),
  ]);
  return {
    ...presentAtDesk(row, viewerId),
    requester: { name: row.requester_name, email, gets: choices.get(ticketTopic) ?? 'now' },
    answers: row.answers,
    messages,
    notes: notes.map(({ at, author_name, ...note }) => ({ ...note, at: at.toISOString(), by: author_name })),
    others: others.map((other) => ({
      ...presentOwn(other),
      canBeMergedInto: whyNotMerge(row, other) === null,
    })),
    log: log === undefined ? null : { building: log.building, isOpen: log.isOpen },
    helped: row.helped,
    mergedInto,
    handedNumber: row.handed_number,
    incident,
    version: row.version,
  };
}

function presentAtDesk(row: TicketRow, viewerId: string): DeskTicket {
  const { requester_name, requester_email, category, assignee_id, assignee_name, waiting_since, ...rest } =
    row;
  const { id: _1, number: _2, subject: _3, state: _4, created_at: _5, changed_at: _6, ...others } = rest;
  // Shown with a single ticket, or for its own queries.
  const {
    answers: _7,
    version: _8,
    requester_id: _9,
    folded: _10,
    solved_at: _11,
    log_id: _12,
    ...left
  } = others;
  const {
    helped: _13,
    merged_into: _14,
    incident_id: _15,
    mail_reference: _16,
    handed_to: _17,
    handed_at: _18,
    handed_number: _19,
    permission: _20,
    ...nothing
  } = left;
  nothing satisfies NothingLeft;
  return {
    ...presentOwn(row),
    requester: { name: requester_name, email: requester_email },
    category,
    assignee: assignee_name,
    isMine: assignee_id === viewerId,
    waitingSince: waiting_since.toISOString(),
  };
}
