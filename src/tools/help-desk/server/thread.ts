import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { TicketState } from '../contract/shapes.ts';
import { enqueueHandOver } from './hand-over/enqueue.ts';
import { helpTables, type TicketRow } from './tables.ts';

interface NewMessage {
  ticketId: string;
  fromDesk: boolean;
  text: string;
  /** What an email repeated from earlier ones. */
  quoted?: string;
  state: TicketState | null;
  uploads?: readonly StoredUpload[];
}

/** Adds a message with its attachments to a thread. @returns its id */
export async function addMessage(
  unit: UnitOfWork,
  author: { readonly id: string; readonly name: string },
  { ticketId, fromDesk, text, quoted = '', state, uploads = [] }: NewMessage,
): Promise<string> {
  const id = uuid();
  const tables = helpTables(unit.transaction);
  const by = { author_id: author.id, author_name: author.name };
  await tables
    .insertInto('help_messages')
    .values({ id, ticket_id: ticketId, ...by, from_desk: fromDesk, text, quoted, state })
    .execute();
  for (const upload of uploads) {
    const stored_name = await upload.adopt(unit);
    const { fileName: file_name, contentType: media_type, bytes } = upload;
    await tables
      .insertInto('help_attachments')
      .values({ id: uuid(), message_id: id, stored_name, file_name, media_type, bytes })
      .execute();
  }
  return id;
}

/** Adds what only the desk reads. */
export async function addNote(
  { transaction }: UnitOfWork,
  { ticketId, by, text }: { ticketId: string; by: string; text: string },
): Promise<void> {
  await helpTables(transaction)
    .insertInto('help_notes')
    .values({ id: uuid(), ticket_id: ticketId, author_name: by, text })
    .execute();
}

/** Whose turn it is in each state. */
export const turns = { new: 'desk', open: 'desk', waiting: 'requester', solved: 'no one' } as const;

/**
 * Moves a locked ticket to a state, even the same one: its thread has changed. One that was solved before it was
 * handed over is handed over now: its job may have ended.
 * @param isSolvedAgain For one that stays solved: the days in which it can be reopened start over
 */
export async function moveTicket(
  unit: UnitOfWork,
  { id, state: before, handed_to, handed_at }: Pick<TicketRow, 'id' | 'state' | 'handed_to' | 'handed_at'>,
  state: TicketState,
  { isSolvedAgain = false } = {},
): Promise<void> {
  const isTurned = turns[before] !== turns[state];
  const staysSolved = before === 'solved' && state === 'solved';
  const isReopened = before === 'solved' && state !== 'solved';
  await helpTables(unit.transaction)
    .updateTable('help_tickets')
    .set({
      state,
      changed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      ...(isTurned ? { waiting_since: sql<Date>`now()` } : {}),
      ...(staysSolved && !isSolvedAgain ? {} : { solved_at: state === 'solved' ? sql<Date>`now()` : null }),
      // It was about a solution that did not last.
      ...(isReopened ? { helped: null } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (isReopened && handed_to !== null && handed_at === null)
    await enqueueHandOver(unit, id, { isAgain: true });
}
