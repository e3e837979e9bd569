import { type RawBuilder, sql } from 'kysely';
import type { Page, Paging } from '../../../platform/contract/paging.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import { readOrdered } from '../../../platform/server/list/page.ts';
import { hasWords } from '../../../platform/server/list/search.ts';
import { addressOf } from '../../../platform/server/mail/find-address.ts';
import { type AttachmentRow, helpTables, type MessageRow, type TicketRow } from './tables.ts';

export async function findTicket(reader: Reader, id: string): Promise<TicketRow | undefined> {
  const rows = await readRows(reader, sql<TicketRow>`select * from help_tickets where id = ${id}`);
  return rows[0];
}

/** Keeps others from changing a ticket until the transaction ends. */
export async function lockTicket(
  transaction: WriteTransaction,
  id: string,
  condition = sql<boolean>`true`,
): Promise<TicketRow | undefined> {
  const locked = await helpTables(transaction)
    .selectFrom('help_tickets')
    .select('id')
    .where('id', '=', id)
    .where(condition)
    .forUpdate()
    .executeTakeFirst();
  return locked && findTicket(transaction, id);
}

export async function findIdByNumber(reader: Reader, number: number): Promise<string | undefined> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`select id from help_tickets where number = ${number}`,
  );
  return rows[0]?.id;
}

/** The ticket that another one is part of now. */
export async function findMerged(
  reader: Reader,
  { merged_into }: Pick<TicketRow, 'merged_into'>,
): Promise<{ id: string; number: number } | null> {
  if (merged_into === null) return null;
  const rows = await readRows(
    reader,
    sql<{ id: string; number: number }>`select id, number from help_tickets where id = ${merged_into}`,
  );
  return rows[0] ?? null;
}

/** A person's tickets. */
const ownedBy = (requesterId: string): RawBuilder<boolean> => sql<boolean>`requester_id = ${requesterId}`;

/** Last changed first. */
export function readOwn(reader: Reader, requesterId: string, paging: Paging): Promise<Page<TicketRow>> {
  const from = sql`from help_tickets where ${ownedBy(requesterId)}`;
  const order = ['changed_at', 'id'];
  return readOrdered(reader, { columns: sql`*`, from, order, direction: 'desc' }, paging);
}

/** A person's tickets that have every word in their number, subject, or description; last changed first. */
export function selectFoundOwn(
  reader: Reader,
  requesterId: string,
  words: readonly string[],
  limit: number,
): Promise<TicketRow[]> {
  const text = sql`('#' || number || E'\n' || folded)`;
  return readRows(
    reader,
    sql<TicketRow>`
      select * from help_tickets where ${ownedBy(requesterId)} and ${hasWords(text, words)}
      order by changed_at desc, id desc limit ${limit}`,
  );
}

/** What a person did within the last hour, and in how many seconds the first of it is older than that. */
export interface Recent {
  count: number;
  secondsLeft: number;
}

/** The tickets that a person submitted within the last hour. */
export function countRecentTickets(transaction: WriteTransaction, requesterId: string): Promise<Recent> {
  const times = sql`
    select created_at as at from help_tickets
    where requester_id = ${requesterId} and created_at > now() - interval '1 hour'`;
  return countRecent(transaction, requesterId, times);
}

/** The messages that a person wrote in their tickets within the last hour. */
export function countRecentMessages(transaction: WriteTransaction, requesterId: string): Promise<Recent> {
  const times = sql`
    select m.at from help_tickets t join help_messages m on m.ticket_id = t.id
    where t.requester_id = ${requesterId} and t.changed_at > now() - interval '1 hour'
      and not m.from_desk and m.at > now() - interval '1 hour'`;
  return countRecent(transaction, requesterId, times);
}

/** Until the transaction ends, the same person's next one waits, so that many at once do not pass together. */
async function countRecent(
  transaction: WriteTransaction,
  requesterId: string,
  times: RawBuilder<unknown>,
): Promise<Recent> {
  await lockByName(transaction, `help-desk.${requesterId}`);
  const rows = await readRows(
    transaction,
    sql<{ count: number; left: number }>`
      select count(*) as count,
        coalesce(ceil(extract(epoch from min(at) + interval '1 hour' - now())), 0)::int as left
      from (${times}) recent`,
  );
  return { count: rows[0]?.count ?? 0, secondsLeft: Math.max(1, rows[0]?.left ?? 0) };
}

/** The thread of a ticket, oldest first. */
export function selectMessages(reader: Reader, ticketId: string): Promise<MessageRow[]> {
  return readRows(
    reader,
    sql<MessageRow>`select * from help_messages where ticket_id = ${ticketId} order by at, id`,
  );
}

export function selectAttachments(reader: Reader, ticketId: string): Promise<AttachmentRow[]> {
  return readRows(
    reader,
    sql<AttachmentRow>`
      select a.* from help_attachments a join help_messages m on m.id = a.message_id
      where m.ticket_id = ${ticketId} order by a.id`,
  );
}

/** An attachment with the person whose ticket it belongs to. */
export async function findAttachment(
  reader: Reader,
  id: string,
): Promise<(AttachmentRow & { requester_id: string }) | undefined> {
  const rows = await readRows(
    reader,
    sql<AttachmentRow & { requester_id: string }>`
      select a.*, t.requester_id from help_attachments a
      join help_messages m on m.id = a.message_id join help_tickets t on t.id = m.ticket_id
      where a.id = ${id}`,
  );
  return rows[0];
}

/** A message with its ticket and the address of its requester, for the email about it. */
export interface ToldMessage extends MessageRow {
  requester_id: string;
  number: number;
  subject: string;
  mail_reference: string;
  handed_to: string | null;
  handed_at: Date | null;
  attachments: number;
  /** `null` if the account is blocked or gone. */
  email: string | null;
  is_first: boolean;
}

export async function findToldMessage(reader: Reader, id: string): Promise<ToldMessage | undefined> {
  const rows = await readRows(
    reader,
    sql<ToldMessage>`
      select m.*, t.requester_id, t.number, t.subject, t.mail_reference, t.handed_to, t.handed_at, ${addressOf} as email,
        (select count(*) from help_attachments a where a.message_id = m.id) as attachments,
        not exists (select from help_messages o where o.ticket_id = m.ticket_id and (o.at, o.id) < (m.at, m.id))
          as is_first
      from help_messages m join help_tickets t on t.id = m.ticket_id
      left join people p on p.id = t.requester_id
      where m.id = ${id}`,
  );
  return rows[0];
}

export interface OpenRequest {
  id: string;
  number: number;
  created_at: Date;
}

/** The ticket in which a person is already asking for a permission. One at another help desk counts for two weeks. */
export async function findOpenRequest(
  reader: Reader,
  requesterId: string,
  permission: string,
): Promise<OpenRequest | undefined> {
  const rows = await readRows(
    reader,
    sql<OpenRequest>`
      select id, number, created_at from help_tickets
      where requester_id = ${requesterId} and permission = ${permission}
        and (state <> 'solved' or handed_at > now() - interval '14 days')
      order by created_at desc limit 1`,
  );
  return rows[0];
}
