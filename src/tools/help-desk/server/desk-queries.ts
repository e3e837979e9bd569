import { type RawBuilder, sql } from 'kysely';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import { holderState } from '../../../platform/server/belongings/holders.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { hasSearchedOrNumber } from '../../../platform/server/list/search.ts';
import type { DeskTicket } from '../contract/desk-shapes.ts';
import type { TicketRow } from './tables.ts';

export interface DeskFilter {
  state?: DeskTicket['state'] | 'all' | '' | undefined;
  category?: string | undefined;
  assigned?: 'mine' | 'none' | '' | undefined;
  search?: string | undefined;
}

function matching({ state, category, assigned, search }: DeskFilter, viewerId: string): RawBuilder<boolean> {
  const conditions = [
    ...(state === 'all' ? [] : [state ? sql`state = ${state}` : sql`state <> 'solved'`]),
    ...(category ? [sql`category = ${category}`] : []),
    ...(assigned === 'mine' ? [sql`assignee_id = ${viewerId}`] : []),
    ...(assigned === 'none' ? [sql`assignee_id is null`] : []),
    ...(search ? [hasSearchedOrNumber(search)] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The newest tickets that have every word, in any state. Everyone at the desk sees every ticket. */
export function selectFoundAtDesk(
  reader: Reader,
  words: readonly string[],
  limit: number,
): Promise<TicketRow[]> {
  const all = sql.join(words.map(hasSearchedOrNumber), sql` and `);
  return readRows(
    reader,
    sql<TicketRow>`
      select * from help_tickets where ${all}
      order by created_at desc, id desc limit ${limit}`,
  );
}

/** The longest wait comes first, tickets waiting for the requester last; past tickets start with the newest. */
function orderOf({ state }: DeskFilter, { from }: Pick<Slice, 'from'>): RawBuilder<unknown> {
  const isFirst = from === 'beginning';
  if (state === 'all') return isFirst ? sql`created_at desc, id desc` : sql`created_at, id`;
  if (state === 'solved') return isFirst ? sql`waiting_since desc, id desc` : sql`waiting_since, id`;
  return isFirst
    ? sql`(state = 'waiting'), waiting_since, id`
    : sql`(state = 'waiting') desc, waiting_since desc, id desc`;
}

export async function countAtDesk(reader: Reader, filter: DeskFilter, viewerId: string): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from help_tickets where ${matching(filter, viewerId)}`,
  );
  return rows[0]?.total ?? 0;
}

/** A page is found by an index alone; only its rows are read in full. */
export function selectAtDesk(
  reader: Reader,
  filter: DeskFilter,
  viewerId: string,
  slice: Slice,
): Promise<TicketRow[]> {
  const order = orderOf(filter, slice);
  return readRows(
    reader,
    sql<TicketRow>`
      select * from help_tickets where id = any(array(
        select id from help_tickets where ${matching(filter, viewerId)}
        order by ${order} offset ${slice.offset} limit ${slice.limit}))
      order by ${order}`,
  );
}

export interface DeskCounts {
  new: number;
  open: number;
  waiting: number;
  mine: number;
  unassigned: number;
}

export async function readCounts(reader: Reader, viewerId: string): Promise<DeskCounts> {
  const rows = await readRows(
    reader,
    sql<DeskCounts>`
      select count(*) filter (where state = 'new') as new, count(*) filter (where state = 'open') as open,
        count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where assignee_id = ${viewerId}) as mine,
        count(*) filter (where assignee_id is null) as unassigned
      from help_tickets where state <> 'solved'`,
  );
  return rows[0] ?? { new: 0, open: 0, waiting: 0, mine: 0, unassigned: 0 };
}

export interface NoteRow {
  id: string;
  at: Date;
  author_name: string;
  text: string;
}

export function selectNotes(reader: Reader, ticketId: string): Promise<NoteRow[]> {
  return readRows(
    reader,
    sql<NoteRow>`
      select id, at, author_name, text from help_notes where ticket_id = ${ticketId} order by at, id`,
  );
}

export function selectOthers(
  reader: Reader,
  { requester_id, id }: Pick<TicketRow, 'requester_id' | 'id'>,
): Promise<TicketRow[]> {
  return readRows(
    reader,
    sql<TicketRow>`
      select * from help_tickets where requester_id = ${requester_id} and id <> ${id}
      order by changed_at desc, id desc limit 5`,
  );
}

/** A person with this address who is in one of these groups. */
export async function findColleague(
  reader: Reader,
  address: string,
  groups: readonly string[],
): Promise<{ id: string; name: string } | undefined> {
  const rows = await readRows(
    reader,
    sql<{ id: string; name: string }>`
      select id, name from people p where email = ${address.toLowerCase()} and email_released_at is null
        and ${holderState} = 'here' and ${heldGroups('p.id')} && ${[...groups]}::text[]`,
  );
  return rows[0];
}

/** Who did what to a ticket last, from the audit log. */
export async function findLastChange(
  reader: Reader,
  ticketId: string,
): Promise<{ action: string; by: string } | undefined> {
  const rows = await readRows(
    reader,
    sql<{ action: string; by: string }>`
      select action, actor_name as by from audit_entries
      where subject_type = 'help-ticket' and subject_id = ${ticketId} and action <> 'help-ticket.note'
      order by at desc, id desc limit 1`,
  );
  return rows[0];
}
