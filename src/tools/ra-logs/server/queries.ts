import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { boundsOf, type PageLocation } from '../../../platform/server/list/page-location.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { hasAddress } from '../../../platform/server/mail/find-address.ts';
import { whoFiledWhen } from './counts.ts';
import { asksForOpen, type LogFilter, matching } from './log-filter.ts';
import type { NotedTicket } from './ticket-queries.ts';

export interface LogRow extends NotedTicket {
  id: string;
  building: string;
  follow_up: boolean;
  fire_extinguishers: boolean;
  exit_doors: boolean;
  safety_concerns: string;
  warnings: string;
  reports: string;
  comments: string;
  created_at: Date;
  written_at: Date | null;
  submitted_by: string;
  reviewed_by: string | null;
  reviewed_on: Date | null;
  follow_up_owner: string | null;
  /** The account of the owner, once there is one. */
  follow_up_owner_id: string | null;
  closing_note: string | null;
  closed_by: string | null;
  closed_on: Date | null;
  version: number;
  follow_up_version: number;
}

/**
 * Logs with the names that they refer to, looked up row by row: joins would cost more to plan than the page to read.
 * @param from The source of rows of `ra_logs`, under the name `l`.
 */
function logsFrom(from: RawBuilder<unknown>): RawBuilder<LogRow> {
  return sql<LogRow>`
    select l.id, (select name from ra_log_buildings where id = l.building_id) as building, l.follow_up,
      l.fire_extinguishers, l.exit_doors, l.safety_concerns, l.warnings, l.reports, l.comments, l.created_at,
      l.written_at, (select name from ra_log_people where id = l.submitter_id) as submitted_by,
      (select name from ra_log_people where id = l.reviewer_id) as reviewed_by, l.reviewed_on, l.follow_up_owner,
      l.follow_up_owner_id, l.closing_note, l.closed_by, l.closed_on, l.version, l.follow_up_version, l.ticket_id,
      l.ticket_number, l.ticket_requester_id
    from ${from}`;
}

/** About three milliseconds for this many index entries. */
const quicklyWalked = 50_000;

/** The rows of a page that was found, newest first. */
export async function selectPage(
  reader: Reader,
  filter: LogFilter,
  location: PageLocation,
): Promise<LogRow[]> {
  // A page of few matches may be spread over years. Then it is faster to read each person's logs of these months.
  const isSpread = location.months.length > 2 && location.rows > quicklyWalked;
  const stretch = asksForOpen(filter)
    ? open(filter, location.months)
    : isSpread
      ? gathered(filter, location.months)
      : walked(filter, location.months);
  const order = location.from === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;
  // What is skipped is read from an index alone; only the rows of the page itself are fetched.
  const page = sql`${stretch} order by ${order} offset ${location.skip} limit ${location.limit}`;
  const rows = await readRows(
    reader,
    sql<LogRow>`
    ${logsFrom(sql`ra_logs as l`)} where l.id = any(array(select id from (${page}) as page))
    order by l.created_at desc, l.id desc`,
  );
  return rows;
}

/** Matching logs of a range of months, in the order of the list. */
function walked(filter: LogFilter, months: readonly string[]): RawBuilder<unknown> {
  const { from, to } = boundsOf(months[0] ?? '', months.at(-1));
  return sql`select id, created_at from ra_logs where ${createdBetween(from, to)} and ${matching(filter)}`;
}

/** Open follow-ups of these months. Read first, since the planner does not know how few of all logs they are. */
function open(filter: LogFilter, months: readonly string[]): RawBuilder<unknown> {
  const { from, to } = boundsOf(months[0] ?? '', months.at(-1));
  return sql`
    with open as materialized (
      select id, created_at from ra_logs where ${createdBetween(from, to)} and ${matching(filter)}
    ) select id, created_at from open`;
}

/** The same logs, from those people who have any in these months. */
function gathered(filter: LogFilter, months: readonly string[]): RawBuilder<unknown> {
  return sql`
    select logs.id, logs.created_at from (${whoFiledWhen(filter, months)}) as who,
      lateral (
        select id, created_at from ra_logs
        where submitter_id = who.submitter_id
          and created_at >= who.month::timestamp at time zone 'UTC'
          and created_at < (who.month + interval '1 month') at time zone 'UTC' and ${matching(filter)}
      ) as logs`;
}

function createdBetween(from: string, to: string): RawBuilder<unknown> {
  return sql`created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz`;
}

/** A slice of the logs that meet a condition, newest first; from its end, oldest first. Reads all of them. */
export async function selectNewest(
  reader: Reader,
  condition: RawBuilder<unknown>,
  { from, offset, limit }: Slice,
): Promise<LogRow[]> {
  const order = from === 'beginning' ? sql`created_at desc, id desc` : sql`created_at, id`;
  const rows = await readRows(
    reader,
    sql<LogRow>`
    with few as materialized (select * from ra_logs where ${condition})
    ${logsFrom(sql`few as l`)} order by ${order} offset ${offset} limit ${limit}`,
  );
  return rows;
}

/** The next logs of an export within one month, after the last one of the previous batch. */
export async function selectBehind(
  reader: Reader,
  filter: LogFilter,
  month: string,
  last: Pick<LogRow, 'id' | 'created_at'> | null,
  limit: number,
): Promise<LogRow[]> {
  const { from, to } = boundsOf(month);
  const behind =
    last === null ? sql`true` : sql`(created_at, id) < (${last.created_at}::timestamptz, ${last.id}::uuid)`;
  const batch = sql`
    select id from ra_logs where ${createdBetween(from, to)} and ${behind} and ${matching(filter)}
    order by created_at desc, id desc limit ${limit}`;
  const rows = await readRows(
    reader,
    sql<LogRow>`
    ${logsFrom(sql`ra_logs as l`)} where l.id = any(array(${batch})) order by l.created_at desc, l.id desc`,
  );
  return rows;
}

/** The round that was walked last, given the log of its building that was filed last. */
export async function selectLastWalked(reader: Reader, filed: LogRow): Promise<LogRow> {
  // Anything filed before it was walked was walked before, too.
  if (filed.written_at === null) return filed;
  const rows = await readRows(
    reader,
    sql<LogRow>`
    ${logsFrom(sql`ra_logs as l`)}
    where l.building_id = (select id from ra_log_buildings where name = ${filed.building})
      and l.created_at >= ${filed.written_at}::timestamptz and l.created_at <= ${filed.created_at}::timestamptz
    order by coalesce(l.written_at, l.created_at) desc, l.created_at desc, l.id desc limit 1`,
  );
  return rows[0] ?? filed;
}

export async function findLog(reader: Reader, id: string): Promise<LogRow | undefined> {
  const rows = await readRows(reader, sql<LogRow>`${logsFrom(sql`ra_logs as l`)} where l.id = ${id}`);
  return rows[0];
}

/** The logs that are still there, oldest first. */
export async function selectByIds(reader: Reader, ids: readonly string[]): Promise<LogRow[]> {
  const rows = await readRows(
    reader,
    sql<LogRow>`
    ${logsFrom(sql`ra_logs as l`)} where l.id = any(${ids}::uuid[]) order by l.created_at, l.id`,
  );
  return rows;
}

/**
 * How many logs with a follow-up this person has filed within the last hour, and in how many seconds the first of them
 * is older than that. Until the transaction ends, the same person's next one waits, so that many at once do not pass together.
 */
export async function countRecentFollowUps(
  transaction: WriteTransaction,
  personId: string,
): Promise<{ count: number; secondsLeft: number }> {
  await lockByName(transaction, `ra-logs.${personId}`);
  const rows = await readRows(
    transaction,
    sql<{ count: number; secondsLeft: number }>`
    select count(*) as count, coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int
      as "secondsLeft"
    from ra_logs where submitter_id in (select id from ra_log_people where person_id = ${personId})
      and follow_up and created_at > now() - interval '1 hour'`,
  );
  return rows[0] ?? { count: 0, secondsLeft: 0 };
}

/** Reads a log and keeps others from changing it until the transaction ends. */
export async function lockLog(transaction: WriteTransaction, id: string): Promise<LogRow | undefined> {
  await sql`select from ra_logs where id = ${id} for no key update`.execute(transaction);
  return findLog(transaction, id);
}

/** The person who files or reviews, and the name under which they do. */
export interface Author {
  personId: string;
  name: string;
}

export interface NewLog {
  id: string;
  building: string;
  followUp: boolean;
  fireExtinguishers: boolean;
  exitDoors: boolean;
  safetyConcerns: string;
  warnings: string;
  reports: string;
  comments: string;
  writtenAt: string | null;
}

export async function insertLog(transaction: WriteTransaction, log: NewLog, author: Author): Promise<LogRow> {
  const insert = sql<LogRow>`
    with added as (
      insert into ra_logs (id, written_at, submitter_id, building_id, follow_up, fire_extinguishers, exit_doors,
        safety_concerns, warnings, reports, comments)
      select ${log.id}::uuid, ${log.writtenAt}::timestamptz, people.id, buildings.id, ${log.followUp}::boolean,
        ${log.fireExtinguishers}::boolean, ${log.exitDoors}::boolean, ${log.safetyConcerns}::text, ${log.warnings}::text,
        ${log.reports}::text, ${log.comments}::text
      from ra_log_people as people, ra_log_buildings as buildings
      where people.person_id = ${author.personId} and people.name = ${author.name} and buildings.name = ${log.building}
      returning *
    )
    ${logsFrom(sql`added as l`)}`;
  const added = (await insert.execute(transaction)).rows[0];
  if (added !== undefined) return added;
  // The first log of this person, or of this building.
  await personIdOf(transaction, author);
  await sql`insert into ra_log_buildings (name, folded) values (${log.building}, ${foldCase(log.building)})
    on conflict do nothing`.execute(transaction);
  const [row] = (await insert.execute(transaction)).rows;
  if (row === undefined) throw new Error('A log could not be added.');
  return row;
}

/** A person's row, created if there is none; waits for another transaction that creates the same one. */
async function personIdOf(transaction: WriteTransaction, { personId, name }: Author): Promise<number> {
  const find = sql<{ id: number }>`
    select id from ra_log_people where person_id = ${personId} and name = ${name}`;
  const known = (await find.execute(transaction)).rows[0];
  if (known !== undefined) return known.id;
  await sql`
    insert into ra_log_people (person_id, name, folded) values (${personId}, ${name}, ${foldCase(name)})
    on conflict do nothing`.execute(transaction);
  const [made] = (await find.execute(transaction)).rows;
  if (made === undefined) throw new Error('A person of RA logs could not be added.');
  return made.id;
}

/** Records the review, unless there is one already: the first one wins, whatever happened since the log was read. */
export async function noteReview(
  transaction: WriteTransaction,
  id: string,
  reviewer: Author,
): Promise<boolean> {
  const reviewerId = await personIdOf(transaction, reviewer);
  const { numAffectedRows } = await sql`
    update ra_logs set reviewer_id = ${reviewerId}, reviewed_on = clock_timestamp(), version = version + 1
    where id = ${id} and reviewer_id is null`.execute(transaction);
  return numAffectedRows === 1n;
}

export async function noteOwner(
  transaction: WriteTransaction,
  id: string,
  owner: string | null,
): Promise<boolean> {
  // An address can be given to someone else; the owner is the person who had it when they were assigned.
  const ownerId = sql`(
    select p.id from people p where p.email = ${owner?.toLowerCase() ?? null}::text and ${hasAddress})`;
  const { numAffectedRows } = await sql`
    update ra_logs set follow_up_owner = ${owner}, follow_up_owner_id = ${ownerId}, version = version + 1, follow_up_version = version + 1
    where id = ${id} and follow_up and closed_on is null`.execute(transaction);
  return numAffectedRows === 1n;
}

/** Closes the follow-up, unless it is already closed. */
export async function noteClosing(
  transaction: WriteTransaction,
  id: string,
  { closingNote, closer }: { closingNote: string; closer: Author },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ra_logs set closing_note = ${closingNote}, closed_by = ${closer.name}, closed_by_id = ${closer.personId},
      closed_on = clock_timestamp(), version = version + 1, follow_up_version = version + 1
    where id = ${id} and follow_up and closed_on is null`.execute(transaction);
  return numAffectedRows === 1n;
}
