import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { listDeskTickets, replyToTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';

interface WaitingRow {
  kind: 'mine' | 'unassigned' | 'question';
  key: string;
  number: number | null;
  subject: string | null;
  since: Date;
  tickets: number;
}

/** How many of one person's tickets are listed, the oldest first. */
const mostOwn = 20;
const { desk, ticket } = helpDesk.screens;

/** Tickets to answer and to take, for the desk; questions about their own tickets, for everyone. */
export async function listWaitingTickets(
  reader: Reader,
  viewer: PersonActor,
): Promise<readonly WaitingEntry[]> {
  const rows = await readRows(reader, selectWaiting(viewer, mayCall(viewer, listDeskTickets)));
  return rows.map(present);
}

function selectWaiting(viewer: PersonActor, worksAtDesk: boolean) {
  // Without permission to reply, they can't open the ticket, either.
  const own = sql`(
    select 'question' as kind, id::text as key, number, subject, waiting_since as since, 1 as tickets
    from help_tickets where requester_id = ${viewer.id} and state = 'waiting' and handed_at is null
      and ${mayCall(viewer, replyToTicket)}::boolean
    order by waiting_since, id limit ${mostOwn})`;
  if (!worksAtDesk) return sql<WaitingRow>`${own}`;
  const theirTurn = sql`state in ('new', 'open')`;
  return sql<WaitingRow>`
    select 'mine' as kind, 'mine' as key, null::int as number, null::text as subject,
      min(waiting_since) as since, count(*)::int as tickets
    from help_tickets where ${theirTurn} and assignee_id = ${viewer.id} having count(*) > 0
    union all
    select 'unassigned', 'unassigned', null, null, min(waiting_since), count(*)::int
    from help_tickets where ${theirTurn} and assignee_id is null having count(*) > 0
    union all ${own}`;
}

function present({ kind, key, number, subject, since, tickets }: WaitingRow): WaitingEntry {
  const entry = { key, since, count: tickets };
  const many = tickets.toLocaleString('en-US');
  switch (kind) {
    case 'mine':
      return {
        ...entry,
        title: tickets === 1 ? 'Answer a ticket' : `Answer ${many} tickets`,
        about: 'Assigned to you.',
        link: `${desk.path}?assigned=mine`,
      };
    case 'unassigned':
      return {
        ...entry,
        title: tickets === 1 ? 'Take a ticket' : `Take ${many} tickets`,
        about: `No one is working on ${tickets === 1 ? 'it' : 'them'} yet.`,
        link: `${desk.path}?assigned=none`,
      };
    case 'question':
      return {
        ...entry,
        title: `Reply to the help desk about ticket #${number}`,
        about: subject ?? '',
        link: `/${ticket.path.slice(1).replace(':id', key)}`,
      };
  }
}
