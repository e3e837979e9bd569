import { sql } from 'kysely';
import { type Belongings, mostListed, notTheirs } from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { helpDesk } from '../tool.ts';
import { auditTicket } from './audit.ts';
import { lockTicket } from './queries.ts';
import { helpTables, type TicketRow } from './tables.ts';
import { addMessage, moveTicket } from './thread.ts';

const { desk, deskTicket } = helpDesk.screens;

type Column = 'assignee_id' | 'requester_id';

const ticketsOf = (column: Column, id: unknown) =>
  sql`help_tickets where ${sql.ref(column)} = ${id} and state <> 'solved'`;

/** Only the number: what people write to the desk is for the desk. */
async function listTickets(reader: Reader, column: Column, personId: string) {
  const rows = await readRows(
    reader,
    sql<Pick<TicketRow, 'id' | 'number'>>`
      select id, number from ${ticketsOf(column, personId)}
      order by number limit ${mostListed}`,
  );
  return rows.map(({ id, number }) => ({
    key: id,
    title: `Ticket #${number}`,
    link: deskTicket.path.replace(':id', id) as typeof desk.path,
  }));
}

/** Tickets that someone at the desk is working on. */
const assigned: Belongings = {
  kind: 'help-desk.assigned',
  title: 'Tickets they are working on',
  noun: ['ticket', 'tickets'],
  list: (reader, { id }) => listTickets(reader, 'assignee_id', id),
  owners: (reader, people) => selectOwners(reader, people, ticketsOf('assignee_id', eachOwner.id)),
  mayHave: ({ name, permissions }) =>
    permissions.has('help-desk.work') || `${name} does not work at the help desk.`,
  async handOver({ unit, from, to, key }) {
    const before = await lockTicket(unit.transaction, key);
    if (before?.assignee_id !== from.id || before.state === 'solved') return notTheirs;
    await helpTables(unit.transaction)
      .updateTable('help_tickets')
      .set({ assignee_id: to.id, assignee_name: to.name })
      .where('id', '=', key)
      .execute();
    await moveTicket(unit, before, before.state);
    auditTicket(unit, 'change', before, { assignee_name: before.assignee_name }, { assignee_name: to.name });
    return true;
  },
  end: {
    says: 'No one is assigned to them anymore, so anyone at the desk can take them.',
    async run({ unit, from, key }) {
      const before = await lockTicket(unit.transaction, key);
      if (before?.assignee_id !== from.id || before.state === 'solved') return notTheirs;
      await helpTables(unit.transaction)
        .updateTable('help_tickets')
        .set({ assignee_id: null, assignee_name: null })
        .where('id', '=', key)
        .execute();
      await moveTicket(unit, before, before.state);
      auditTicket(unit, 'change', before, { assignee_name: before.assignee_name }, { assignee_name: null });
      return true;
    },
  },
};

/** What someone asked the desk. It can only end: what one person wrote must not become visible to another. */
const submitted: Belongings = {
  kind: 'help-desk.submitted',
  title: 'Tickets they submitted',
  noun: ['ticket', 'tickets'],
  list: (reader, { id }) => listTickets(reader, 'requester_id', id),
  owners: (reader, people) => selectOwners(reader, people, ticketsOf('requester_id', eachOwner.id)),
  mayHave: ({ name, permissions }) =>
    permissions.has('help-desk.submit') || `${name} cannot use the help desk.`,
  end: {
    says: 'They count as solved, and no one gets an email about it.',
    async run({ unit, by, from, key }) {
      const before = await lockTicket(unit.transaction, key);
      if (before?.requester_id !== from.id || before.state === 'solved') return notTheirs;
      await addMessage(unit, by, { ticketId: key, fromDesk: true, text: '', state: 'solved' });
      await moveTicket(unit, before, 'solved');
      auditTicket(unit, 'change', before, { state: before.state }, { state: 'solved' });
      return true;
    },
  },
};

export const helpDeskBelongings: readonly Belongings[] = [assigned, submitted];
