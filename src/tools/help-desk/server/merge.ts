import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { relinkLog } from '../../ra-logs/server/public.ts';
import type { TicketState } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { auditTicket } from './audit.ts';
import { showAtDesk } from './desk-readings.ts';
import { addAffected } from './incident-queries.ts';
import { demandTicket } from './own-operations.ts';
import { findIdByNumber } from './queries.ts';
import { mayMerge, openRequest } from './rules.ts';
import { helpTables, type TicketRow } from './tables.ts';
import { addMessage, moveTicket, turns } from './thread.ts';

/** Moves everything in a ticket into another one of the same requester, and closes it. */
export function handleMergeTicket(
  { actor, change }: CallContext<PersonActor>,
  { params: { id }, body }: CallInput<typeof calls.mergeTicket>,
): Promise<CallReply<typeof calls.mergeTicket>> {
  return change(async (unit) => {
    const into = await findIdByNumber(unit.transaction, body.into);
    if (into === undefined) throw refusalOf(calls.mergeTicket, 'unknown-target', atField());
    const [source, target] = await lockBoth(unit, id, into);
    unit.demand(mayMerge(actor, source, target), source);
    for (const table of ['help_messages', 'help_notes'] as const)
      await helpTables(unit.transaction)
        .updateTable(table)
        .set({ ticket_id: target.id })
        .where('ticket_id', '=', source.id)
        .execute();
    await addMessage(unit, actor, { ticketId: id, fromDesk: true, text: '', state: 'solved' });
    await moveTicket(unit, source, 'solved');
    // First, since a log has one ticket.
    const left = { merged_into: target.id, log_id: null };
    await setOn(unit, source.id, left);
    const { incident_id, log_id, permission } = target;
    const was = { state: target.state, incident_id, log_id, permission };
    const ties = tiesOfBoth(source, target);
    await setOn(unit, target.id, ties);
    // The remaining ticket keeps its own known issue; the requester has the other one, too.
    if (source.incident_id !== null && source.incident_id !== ties.incident_id)
      await addAffected(unit.transaction, source.incident_id, source.requester_id);
    if (source.log_id !== null) await relinkLog(unit, source.log_id, target);
    const state = stateOfBoth(source.state, target.state);
    await moveTicket(unit, target, state, { isSolvedAgain: true });
    if (source.state !== 'solved' && turns[source.state] === turns[state])
      await setOn(unit, target.id, {
        waiting_since: sql<Date>`least(waiting_since, ${source.waiting_since}::timestamptz)`,
      });
    auditTicket(unit, 'merge', source, { merged_into: null, log_id: source.log_id }, left);
    auditTicket(unit, 'merge', target, was, { state, ...ties });
    return { data: await showAtDesk(unit.transaction, actor.id, target.id) };
  });
}

/** What was not answered in one of them is still not answered: it is the desk's turn if it was in either of them. */
function stateOfBoth(source: TicketState, target: TicketState): TicketState {
  if (source === 'solved' || turns[target] === 'desk') return target;
  return turns[source] === 'desk' ? 'open' : source;
}

/** What the rest of the portal finds the ticket by. */
function tiesOfBoth(source: TicketRow, target: TicketRow) {
  return {
    incident_id: target.incident_id ?? source.incident_id,
    log_id: target.log_id ?? source.log_id,
    // A request that was decided is not reopened, even if the ticket is.
    permission:
      openRequest(target) ?? openRequest(source) ?? (source.state === 'solved' ? target.permission : null),
  };
}

/** Always in the same order, whichever is merged into the other. */
async function lockBoth(unit: UnitOfWork, one: string, other: string): Promise<[TicketRow, TicketRow]> {
  if (one > other) return (await lockBoth(unit, other, one)).toReversed() as [TicketRow, TicketRow];
  return [await demandTicket(unit, one), await demandTicket(unit, other)];
}

function setOn(
  { transaction }: UnitOfWork,
  id: string,
  set: Partial<Pick<TicketRow, 'merged_into' | 'log_id' | 'incident_id' | 'permission'>> & {
    waiting_since?: ReturnType<typeof sql<Date>>;
  },
) {
  return helpTables(transaction).updateTable('help_tickets').set(set).where('id', '=', id).execute();
}

const atField = () => ({ fields: { into: calls.mergeTicket.refusals['unknown-target'].detail } });
