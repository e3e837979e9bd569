import type { Actor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { notFound, Refusal } from '../../../platform/server/refusal/refusal.ts';
import { auditLog } from './audit.ts';
import { enqueueClosing } from './closing-notice.ts';
import { findLog, type LogRow, lockLog, noteClosing } from './queries.ts';
import { mayClose, noSuchLog } from './rules.ts';
import { type LinkedTicket, noteTicket } from './ticket-queries.ts';

/** What a ticket may say about the log that it comes from: no free text, which may name students. */
export interface TicketedLog {
  building: string;
  extinguishersSecure: boolean;
  exitDoorsClosed: boolean;
  /** Its follow-up is not closed. */
  isOpen: boolean;
}

function toTicketedLog(log: LogRow): TicketedLog {
  return {
    building: log.building,
    extinguishersSecure: log.fire_extinguishers,
    exitDoorsClosed: log.exit_doors,
    isOpen: log.closed_on === null,
  };
}

/**
 * A log whose follow-up this viewer is working on, for a new ticket about it.
 * @throws Refusal if they do not, if it is closed, or if it already has a ticket
 */
export async function demandLogForTicket(reader: Reader, viewer: Actor, id: string): Promise<TicketedLog> {
  return toTicketedLog(demandFree(await findLog(reader, id), viewer));
}

function demandFree(log: LogRow | undefined, viewer: Actor): LogRow {
  // Whose it is comes first: no one else may learn that a log exists and is closed.
  const worksOnIt = log !== undefined && isAllowed(mayClose(viewer, { ...log, closed_on: null }, 'UTC'));
  if (!worksOnIt) throw notFound(noSuchLog);
  if (log.closed_on !== null) throw new Refusal('conflict', 'This follow-up is already closed.');
  if (log.ticket_number !== null)
    throw new Refusal('conflict', `This follow-up already has ticket #${log.ticket_number}.`);
  return log;
}

/** The log of a ticket, for someone who may read the ticket. */
export async function findTicketedLog(reader: Reader, id: string): Promise<TicketedLog | undefined> {
  const log = await findLog(reader, id);
  return log === undefined ? undefined : toTicketedLog(log);
}

/**
 * Locks a log for a new ticket until the transaction ends, so that it gets only
 * one. @returns A function that records the ticket on the log
 * @throws Refusal as `demandLogForTicket`
 */
export async function claimLog(
  unit: UnitOfWork,
  actor: Actor,
  id: string,
): Promise<(ticket: LinkedTicket) => Promise<void>> {
  const before = demandFree(await lockLog(unit.transaction, id), actor);
  return (ticket) => link(unit, before, ticket);
}

/** A log's ticket was merged into another one, which the log names from now on. */
export async function relinkLog(unit: UnitOfWork, id: string, ticket: LinkedTicket): Promise<void> {
  const before = await lockLog(unit.transaction, id);
  if (before !== undefined) await link(unit, before, ticket);
}

async function link(unit: UnitOfWork, before: LogRow, ticket: LinkedTicket) {
  await noteTicket(unit.transaction, before.id, ticket);
  const after = { ...before, ticket_id: ticket.id, ticket_number: ticket.number };
  auditLog(unit, 'ra-log.link-ticket', before, after);
}

/** A log's ticket was removed: the log no longer names it, and may get another one. */
export async function releaseLog(unit: UnitOfWork, id: string): Promise<void> {
  const before = await lockLog(unit.transaction, id);
  if (before === undefined) return;
  await noteTicket(unit.transaction, id, null);
  auditLog(unit, 'ra-log.unlink-ticket', before, { ...before, ticket_id: null, ticket_number: null });
}

/**
 * Closes the follow-up of a ticket's log with the solution as its note, and notifies its owner. People who may
 * solve the ticket may do so, since the people responsible for the log gave it to the desk. Does nothing if it is already closed.
 */
export async function closeWithTicket(
  unit: UnitOfWork,
  actor: SignedInActor,
  id: string,
  closingNote: string,
): Promise<void> {
  const before = await lockLog(unit.transaction, id);
  if (before === undefined || before.closed_on !== null) return;
  const closer = { personId: actor.id, name: actor.name };
  await noteClosing(unit.transaction, id, { closingNote, closer });
  const after = await findLog(unit.transaction, id);
  if (after === undefined) return;
  auditLog(unit, 'ra-log.close-follow-up', before, after);
  await enqueueClosing(unit, after, actor);
}
