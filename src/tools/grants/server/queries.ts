import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { containing, foldCase, hasWords } from '../../../platform/server/list/search.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import { foldEmail } from './seats.ts';
import {
  type ApplicationRow,
  grantTables,
  type MessageRow,
  type RecusalRow,
  type VoteRow,
} from './tables.ts';

export interface ApplicationFilter {
  /** Only those of this person. */
  applicantId: string | null;
  email: string;
  state: ApplicationState | '';
}

function matching({ applicantId, email, state }: ApplicationFilter): RawBuilder<boolean> {
  const conditions = [
    ...(applicantId === null ? [] : [sql`applicant_id = ${applicantId}`]),
    ...(email === '' ? [] : [sql`folded_email like ${containing(foldEmail(email))}`]),
    ...(state === '' ? [] : [sql`state = ${state}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export async function countApplications(reader: Reader, filter: ApplicationFilter): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from grant_applications where ${matching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

/** Newest first. A page is found by an index alone; only its rows are read in full. */
export function selectApplications(
  reader: Reader,
  filter: ApplicationFilter,
  { from, offset, limit }: Slice,
): Promise<ApplicationRow[]> {
  const order = from === 'beginning' ? sql`first_submitted_at desc, id desc` : sql`first_submitted_at, id`;
  return readRows(
    reader,
    sql<ApplicationRow>`
      select * from grant_applications where id = any(array(
        select id from grant_applications where ${matching(filter)}
        order by ${order} offset ${offset} limit ${limit}))
      order by ${order}`,
  );
}

/** The text that the search for applications looks in, with letters of every alphabet in lower case. */
export function foldApplication(
  row: Pick<ApplicationRow, 'title' | 'applicant_name' | 'applicant_email'>,
): string {
  return foldCase(`${row.title}\n${row.applicant_name}\n${row.applicant_email}`);
}

/** The newest applications whose title, applicant, or address has every word. @param applicantId `null` for everyone's */
export function selectFound(
  reader: Reader,
  applicantId: string | null,
  words: readonly string[],
  limit: number,
): Promise<ApplicationRow[]> {
  const mine = matching({ applicantId, email: '', state: '' });
  return readRows(
    reader,
    sql<ApplicationRow>`
      select * from grant_applications where ${mine} and ${hasWords(sql`folded`, words)}
      order by first_submitted_at desc, id desc limit ${limit}`,
  );
}

export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  const rows = await readRows(reader, sql<ApplicationRow>`select * from grant_applications where id = ${id}`);
  return rows[0];
}

/** Keeps others from changing an application, and from voting on it, until the transaction ends. */
export function lockApplication(
  transaction: WriteTransaction,
  id: string,
): Promise<ApplicationRow | undefined> {
  return grantTables(transaction)
    .selectFrom('grant_applications')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Oldest first. */
export function selectVotes(reader: Reader, ids: readonly string[]): Promise<VoteRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return readRows(
    reader,
    sql<VoteRow>`select * from grant_votes where application_id = any(${[...ids]}) order by at, id`,
  );
}

export function selectRecusals(reader: Reader, ids: readonly string[]): Promise<RecusalRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return readRows(
    reader,
    sql<RecusalRow>`
      select * from grant_recusals where application_id = any(${[...ids]}) order by at, voter_id`,
  );
}

export function selectMessages(reader: Reader, id: string): Promise<MessageRow[]> {
  return readRows(
    reader,
    sql<MessageRow>`select * from grant_messages where application_id = ${id} order by at, id`,
  );
}

/** Those being voted on, oldest first. */
export function selectPending(reader: Reader): Promise<ApplicationRow[]> {
  return readRows(
    reader,
    sql<ApplicationRow>`
      select * from grant_applications where state = 'Pending' order by first_submitted_at, id`,
  );
}
