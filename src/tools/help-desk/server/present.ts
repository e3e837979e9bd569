import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Message, OwnTicket, Ticket } from '../contract/shapes.ts';
import { mayClose, mayRate, mayReply, mayWork } from './rules.ts';
import type { AttachmentRow, MessageRow, TicketRow } from './tables.ts';

export function presentOwn({
  id,
  number,
  subject,
  state,
  created_at,
  changed_at,
  handed_at,
  merged_into,
}: Pick<
  TicketRow,
  'id' | 'number' | 'subject' | 'state' | 'created_at' | 'changed_at' | 'handed_at' | 'merged_into'
>): OwnTicket {
  return {
    id,
    number,
    subject,
    state,
    createdAt: created_at.toISOString(),
    changedAt: changed_at.toISOString(),
    isHandedOver: handed_at !== null,
    isMerged: merged_into !== null,
  };
}

/** What its requester sees of a ticket; every column is named, so that adding one takes a decision. */
export function presentTicket(
  row: TicketRow,
  { messages, mergedInto }: Pick<Ticket, 'messages' | 'mergedInto'>,
  viewer: Actor,
): Ticket {
  const {
    requester_name,
    category,
    answers,
    helped,
    // For the desk and for its lists.
    requester_id: _1,
    requester_email: _2,
    folded: _3,
    assignee_id: _4,
    assignee_name: _5,
    waiting_since: _6,
    solved_at: _7,
    version: _8,
    log_id: _14,
    merged_into: _15,
    incident_id: _16,
    mail_reference: _17,
    handed_to: _18,
    handed_at: _19,
    permission: _20,
    handed_number,
    ...rest
  } = row;
  const { id: _9, number: _10, subject: _11, state, created_at: _12, changed_at: _13, ...nothing } = rest;
  nothing satisfies NothingLeft;
  const reply = isAllowed(mayReply(viewer, row, Date.now()));
  return {
    ...presentOwn(row),
    requester: requester_name,
    category,
    answers,
    messages,
    helped,
    mergedInto,
    handedNumber: handed_number,
    can: {
      reply,
      close: isAllowed(mayClose(viewer, row)),
      reopen: reply && state === 'solved',
      rate: isAllowed(mayRate(viewer, row)),
      work: isAllowed(mayWork(viewer)),
    },
  };
}

/** A thread with its attachments. */
export function presentThread(
  messages: readonly MessageRow[],
  attachments: readonly AttachmentRow[],
): Message[] {
  return messages.map(({ id, at, author_name, from_desk, text, quoted, state }) => ({
    id,
    at: at.toISOString(),
    by: author_name,
    fromDesk: from_desk,
    text,
    quoted,
    state,
    attachments: attachments.filter(({ message_id }) => message_id === id).map(presentAttachment),
  }));
}

function presentAttachment({ id, file_name, media_type, bytes }: AttachmentRow) {
  return { id, fileName: file_name, mediaType: media_type, bytes };
}
