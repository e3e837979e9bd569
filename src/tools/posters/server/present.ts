import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Poster, PosterMessage, PosterRow, QueuedPoster } from '../contract/shapes.ts';
import { nextStates } from './moves.ts';
import { isOwn, mayCancel, mayPrint, mayReply } from './rules.ts';
import type { MessageRow, RequestRow } from './tables.ts';

export function presentRow(row: RequestRow): PosterRow {
  const { id, number, state, width, height } = row;
  return {
    id,
    number,
    state,
    fileName: row.file_name,
    numberOfCopies: row.copies,
    width,
    height,
    neededBy: row.needed_by,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export function presentQueued(row: RequestRow): QueuedPoster {
  const { requester_name, paper, finish, stored_name, version } = row;
  return {
    ...presentRow(row),
    requester: requester_name,
    paper,
    finish,
    hasFile: stored_name !== null,
    next: [...nextStates(row)],
    version,
  };
}

/** Every column is named, so that adding one takes a decision. */
export function presentPoster(row: RequestRow, messages: readonly MessageRow[], viewer: Actor): Poster {
  const {
    requester_email,
    pages,
    bytes,
    notes,
    department,
    budget_code,
    estimate_cents,
    // As in the queue.
    id: _1,
    number: _2,
    state: _3,
    file_name: _4,
    copies: _5,
    width: _6,
    height: _7,
    needed_by: _8,
    created_at: _9,
    changed_at: _10,
    requester_name: _11,
    paper: _12,
    finish: _13,
    stored_name: _14,
    version: _15,
    // For rules and queries.
    requester_id: _16,
    folded: _17,
    ended_at: _18,
    ...nothing
  } = row;
  nothing satisfies NothingLeft;
  return {
    ...presentQueued(row),
    requesterEmail: requester_email,
    pages,
    bytes,
    notes,
    department,
    budgetCode: budget_code,
    estimate: estimate_cents === null ? null : estimate_cents / 100,
    messages: messages.map(presentMessage),
    isOwn: isOwn(viewer, row),
    can: {
      cancel: isAllowed(mayCancel(viewer, row)),
      reply: isAllowed(mayReply(viewer, row)),
      print: isAllowed(mayPrint(viewer)),
    },
  };
}

function presentMessage({ id, at, author_name, from_mail_room, text, state }: MessageRow): PosterMessage {
  return { id, at: at.toISOString(), by: author_name, fromMailRoom: from_mail_room, text, state };
}
