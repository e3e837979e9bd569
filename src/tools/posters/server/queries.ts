import { type RawBuilder, sql } from 'kysely';
import type { Page, Paging } from '../../../platform/contract/paging.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import { readOrdered, type Slice } from '../../../platform/server/list/page.ts';
import { hasSearchedOrNumber } from '../../../platform/server/list/search.ts';
import { addressOf } from '../../../platform/server/mail/find-address.ts';
import type { PosterState } from '../contract/shapes.ts';
import { type MessageRow, posterTables, type RequestRow } from './tables.ts';

export async function findRequest(reader: Reader, id: string): Promise<RequestRow | undefined> {
  const rows = await readRows(reader, sql<RequestRow>`select * from poster_requests where id = ${id}`);
  return rows[0];
}

/** Keeps others from changing a request until the transaction ends. */
export async function lockRequest(
  transaction: WriteTransaction,
  id: string,
): Promise<RequestRow | undefined> {
  await posterTables(transaction)
    .selectFrom('poster_requests')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findRequest(transaction, id);
}

/** What was said and done, oldest first. */
export function selectMessages(reader: Reader, requestId: string): Promise<MessageRow[]> {
  return readRows(
    reader,
    sql<MessageRow>`select * from poster_messages where request_id = ${requestId} order by at, id`,
  );
}

/** The state that a request returns to with the answer: printing that had started continues. */
export async function stateBeforeQuestion(
  reader: Reader,
  requestId: string,
): Promise<'received' | 'printing'> {
  const rows = await readRows(
    reader,
    sql<{ state: 'received' | 'printing' }>`
      select state from poster_messages where request_id = ${requestId} and state in ('received', 'printing')
      order by at desc, id desc limit 1`,
  );
  return rows[0]?.state ?? 'received';
}

/** A person's requests. */
const ownedBy = (requesterId: string): RawBuilder<boolean> => sql<boolean>`requester_id = ${requesterId}`;

/** Newest first. */
export function readOwn(reader: Reader, requesterId: string, paging: Paging): Promise<Page<RequestRow>> {
  const from = sql`from poster_requests where ${ownedBy(requesterId)}`;
  const order = ['created_at', 'id'];
  return readOrdered(reader, { columns: sql`*`, from, order, direction: 'desc' }, paging);
}

export interface QueueFilter {
  state?: PosterState | 'all' | '' | undefined;
  search?: string | undefined;
}

function matching({ state, search }: QueueFilter): RawBuilder<boolean> {
  const conditions = [
    ...(state === 'all' ? [] : [state ? sql`state = ${state} and ${living(state)}` : sql`ended_at is null`]),
    ...(search ? [hasSearchedOrNumber(search)] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** True of every row in the state: it names the index. */
function living(state: PosterState): RawBuilder<unknown> {
  return state === 'picked-up' || state === 'cancelled' ? sql`ended_at is not null` : sql`ended_at is null`;
}

/** The newest requests that have every word, in any state. @param requesterId `null` for everyone's */
export function selectFound(
  reader: Reader,
  requesterId: string | null,
  words: readonly string[],
  limit: number,
): Promise<RequestRow[]> {
  const conditions = [
    ...(requesterId === null ? [] : [ownedBy(requesterId)]),
    ...words.map(hasSearchedOrNumber),
  ];
  return readRows(
    reader,
    sql<RequestRow>`
      select * from poster_requests where ${sql.join(conditions, sql` and `)}
      order by created_at desc, id desc limit ${limit}`,
  );
}

/** What is needed first comes first; past requests start with the newest. */
function orderOf({ state }: QueueFilter, { from }: Pick<Slice, 'from'>): RawBuilder<unknown> {
  const isFirst = from === 'beginning';
  if (state === 'all' || state === 'picked-up' || state === 'cancelled')
    return isFirst ? sql`created_at desc, id desc` : sql`created_at, id`;
  return isFirst ? sql`needed_by, created_at, id` : sql`needed_by desc, created_at desc, id desc`;
}

export async function countQueue(reader: Reader, filter: QueueFilter): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from poster_requests where ${matching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

export function selectQueue(reader: Reader, filter: QueueFilter, slice: Slice): Promise<RequestRow[]> {
  const order = orderOf(filter, slice);
  return readRows(
    reader,
    sql<RequestRow>`
      select * from poster_requests where ${matching(filter)}
      order by ${order} offset ${slice.offset} limit ${slice.limit}`,
  );
}

export interface PosterCounts {
  received: number;
  question: number;
  printing: number;
  ready: number;
}

export async function readCounts(reader: Reader): Promise<PosterCounts> {
  const rows = await readRows(
    reader,
    sql<PosterCounts>`
      select count(*) filter (where state = 'received') as received,
        count(*) filter (where state = 'question') as question,
        count(*) filter (where state = 'printing') as printing,
        count(*) filter (where state = 'ready') as ready
      from poster_requests where ended_at is null`,
  );
  return rows[0] ?? { received: 0, question: 0, printing: 0, ready: 0 };
}

/**
 * How many requests a person sent within the last hour, and in how many seconds the first of them is older than that. Until the
 * transaction ends, the same person's next one waits, so that many at once do not pass together.
 */
export async function countRecent(
  transaction: WriteTransaction,
  requesterId: string,
): Promise<{ count: number; secondsLeft: number }> {
  await lockByName(transaction, `posters.${requesterId}`);
  const rows = await readRows(
    transaction,
    sql<{ count: number; left: number }>`
      select count(*) as count,
        coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as left
      from poster_requests where requester_id = ${requesterId} and created_at > now() - interval '1 hour'`,
  );
  return { count: rows[0]?.count ?? 0, secondsLeft: Math.max(1, rows[0]?.left ?? 0) };
}

/** A step with its request and the address of the requester, for the email about it. */
export interface ToldStep extends MessageRow {
  number: number;
  file_name: string;
  requester_name: string;
  requester_email: string;
  /** What the request was before this step; `null` for the first. */
  state_before: PosterState | null;
  /** What the request is by now. */
  state_now: PosterState;
  /** `null` if they are blocked or have left. */
  email: string | null;
}

export async function findToldStep(reader: Reader, messageId: string): Promise<ToldStep | undefined> {
  const rows = await readRows(
    reader,
    sql<ToldStep>`
      select m.*, r.number, r.file_name, r.requester_name, r.requester_email, r.state as state_now, ${addressOf} as email,
        (select state from poster_messages where request_id = r.id and state is not null and (at, id) < (m.at, m.id)
          order by at desc, id desc limit 1) as state_before
      from poster_messages m join poster_requests r on r.id = m.request_id
      left join people p on p.id = r.requester_id
      where m.id = ${messageId}`,
  );
  return rows[0];
}
