import { type RawBuilder, sql } from 'kysely';
import type { Page, Paging } from '../../../platform/contract/paging.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { readOrdered } from '../../../platform/server/list/page.ts';
import type { PublishedNotice } from '../contract/shapes.ts';
import { type HistoryRow, type NoticeRow, noticesTables, type Said } from './tables.ts';

export type State = PublishedNotice['state'];

/** With its state by the clock of the database. */
export interface StatedNotice extends NoticeRow {
  state: State;
}

const stateAt = (now: RawBuilder<Date>) =>
  sql<State>`case when withdrawn_at is not null then 'withdrawn' when ends_at <= ${now} then 'ended'
    when starts_at > ${now} then 'scheduled' else 'showing' end`;
/** When the transaction began. */
const begin = sql<Date>`now()`;
const state = stateAt(begin);
const inState = (wanted: State | undefined) =>
  wanted === undefined ? sql<boolean>`true` : sql<boolean>`${state} = ${wanted}`;

const columnsAt = (now: RawBuilder<Date>) => sql`n.*, ${stateAt(now)} as state`;

function select(reader: Reader, rest: RawBuilder<unknown>, now = begin): Promise<StatedNotice[]> {
  return readRows(reader, sql<StatedNotice>`select ${columnsAt(now)} from notices n ${rest}`);
}

/** Latest start first. */
export function readNotices(
  reader: Reader,
  wanted: State | undefined,
  paging: Paging,
): Promise<Page<StatedNotice>> {
  const from = sql`from notices n where ${inState(wanted)}`;
  const order = ['starts_at', 'id'];
  return readOrdered(reader, { columns: columnsAt(begin), from, order, direction: 'desc' }, paging);
}

export async function findNotice(reader: Reader, id: string): Promise<StatedNotice | undefined> {
  const rows = await select(reader, sql`where id = ${id}`);
  return rows[0];
}

/** Someone who still gets a version of a notice by email. */
export interface Recipient {
  id: string;
  email: string;
  version: number;
}

/** @returns `undefined` once they have got it, or get a later version instead */
export async function findNoticeFor(
  reader: Reader,
  { id, email, version }: Recipient,
): Promise<StatedNotice | undefined> {
  const rows = await select(
    reader,
    sql`where id = ${id} and exists (select from notice_recipients r
      where r.notice_id = n.id and r.email = ${email} and r.version = ${version})`,
  );
  return rows[0];
}

/** Some may have left `access.yaml` since: they may stay, but not be added to another notice. */
export async function groupsOfNotice(reader: Reader, id: string): Promise<readonly string[]> {
  return (await findNotice(reader, id))?.groups ?? [];
}

/** Keeps others from changing it until the transaction ends. */
export async function lockNotice(
  transaction: WriteTransaction,
  id: string,
): Promise<StatedNotice | undefined> {
  await sql`select from notices where id = ${id} for update`.execute(transaction);
  // While this waited for the lock, someone else may have ended the notice.
  const rows = await select(transaction, sql`where id = ${id}`, sql<Date>`clock_timestamp()`);
  return rows[0];
}

/** Newest first. */
export function selectHistory(reader: Reader, id: string): Promise<HistoryRow[]> {
  return readRows(
    reader,
    sql<HistoryRow>`
      select version, action, at, by_name, said from notice_history
      where notice_id = ${id} order by version desc limit 200`,
  );
}

export async function insertHistory(
  transaction: WriteTransaction,
  row: Pick<NoticeRow, 'id' | 'version'>,
  entry: { action: HistoryRow['action']; by: string; said: Said },
): Promise<void> {
  await noticesTables(transaction)
    .insertInto('notice_history')
    .values({
      notice_id: row.id,
      version: row.version,
      action: entry.action,
      by_name: entry.by,
      said: JSON.stringify(entry.said),
    })
    .execute();
}

/** Makes it unread for everyone, and shows it again to those who dismissed it. */
export async function deleteMarks(transaction: WriteTransaction, id: string): Promise<void> {
  await sql`delete from notice_marks where notice_id = ${id}`.execute(transaction);
}

/** The time on a clock that all instances share. */
export async function readClock(reader: Reader): Promise<Date> {
  const rows = await readRows(reader, sql<{ now: Date }>`select now() as now`);
  if (rows[0] === undefined) throw new Error('The database has no clock.');
  return rows[0].now;
}
