import { sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { hasSearched, hasWordOrBeginning } from '../../../platform/server/list/search.ts';
import { defaultLifetimes } from '../../../platform/server/session/lifetimes.ts';
import { isLive } from '../../../platform/server/session/session-queries.ts';
import { linkRequestApplies } from '../../../platform/server/sign-in/people.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  groups: string[];
  disabled: boolean;
  email_released_at: Date | null;
  created_at: Date;
  last_sign_in_at: Date | null;
  version: number;
  decided_by: string | null;
  sessions: number;
}

const folded = sql`coalesce(folded, lower(name || E'\\n' || email) collate "C")`;

function matching(search: string | undefined) {
  if (search === undefined || search === '') return sql<boolean>`true`;
  return hasSearched(folded, search);
}

export async function countPeople(reader: Reader, search: string | undefined): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`
    select count(*) as total from people where ${matching(search)}`,
  );
  return rows[0]?.total ?? 0;
}

/** The newest people whose name or email has every word. */
export function selectFound(
  reader: Reader,
  words: readonly string[],
  limit: number,
): Promise<Pick<PersonRow, 'id' | 'name' | 'email' | 'disabled'>[]> {
  const all = sql.join(
    words.map((word) => hasWordOrBeginning(folded, word)),
    sql` and `,
  );
  return readRows(
    reader,
    sql<Pick<PersonRow, 'id' | 'name' | 'email' | 'disabled'>>`
    select id, name, email, disabled from people where ${all} order by created_at desc, id desc limit ${limit}`,
  );
}

// Data about a person is read only for the rows that are shown.
const personColumns = sql`p.id, p.name, p.email, p.disabled, p.email_released_at, p.created_at, p.last_sign_in_at,
  p.version, p.decided_by,
  array(select distinct g from identities i, unnest(i.groups) g where i.person_id = p.id order by g) as groups,
  (select count(*) from sessions s where s.person_id = p.id and ${isLive(defaultLifetimes)})::int as sessions`;

/** A part of the list, newest first; from its end, oldest first. */
export async function selectPeople(
  reader: Reader,
  search: string | undefined,
  slice: Slice,
): Promise<PersonRow[]> {
  const order = slice.from === 'beginning' ? sql`created_at desc, id desc` : sql`created_at, id`;
  const rows = await readRows(
    reader,
    sql<PersonRow>`
    select ${personColumns} from (
      select * from people where ${matching(search)} order by ${order} offset ${slice.offset} limit ${slice.limit}
    ) p order by ${order}`,
  );
  return rows;
}

export async function findPerson(reader: Reader, id: string): Promise<PersonRow | undefined> {
  const rows = await readRows(
    reader,
    sql<PersonRow>`select ${personColumns} from people p where p.id = ${id}`,
  );
  return rows[0];
}

export function selectIdentities(reader: Reader, personId: string) {
  return reader
    .selectFrom('identities')
    .select(['provider', 'subject', 'groups', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}

/** The directory record that is joined to a person. */
export function findRecordOf(reader: Reader, personId: string) {
  return reader
    .selectFrom('directory_records')
    .select(['key', 'title', 'department', 'kind', 'groups', 'access_groups'])
    .where('person_id', '=', personId)
    .where('active', '=', true)
    .executeTakeFirst();
}

export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecordOf>>>;

export type IdentityRow = Awaited<ReturnType<typeof selectIdentities>>[number];

export interface LinkRequestRow {
  id: string;
  provider: string;
  subject: string;
  email: string;
  name: string;
  created_at: Date;
  person_id: string;
  person_name: string;
  last_sign_in_at: Date | null;
  providers: string[];
  has_account: boolean;
  is_kept_out: boolean;
  record: { key: string; name: string; title: string; department: string; accessGroups: string[] } | null;
}

/** The person of the request `r` has an account of their own, with another address. */
const isKnown = sql<boolean>`exists (
  select from identities i where i.provider = r.provider and i.subject = r.subject)`;

/** Until the request `r` is decided, they can't sign in: they have no account, or one whose address was given to someone else. */
const isKeptOut = sql<boolean>`(r.directory_key is null and not exists (
  select from identities i join people k on k.id = i.person_id and k.email_released_at is null
  where i.provider = r.provider and i.subject = r.subject))`;

/** Whether IT is still asked about the request `r`. */
const isOpen = sql<boolean>`r.refused_at is null and ${linkRequestApplies}`;

export async function selectLinkRequests(reader: Reader): Promise<LinkRequestRow[]> {
  const rows = await readRows(
    reader,
    sql<LinkRequestRow>`
    select r.id, r.provider, r.subject, r.email, r.name, r.created_at, r.person_id, p.name as person_name,
      p.last_sign_in_at,
      array(select distinct i.provider from identities i where i.person_id = p.id order by 1) as providers,
      r.directory_key is null and ${isKnown} as has_account, ${isKeptOut} as is_kept_out,
      (select jsonb_build_object('key', d.key, 'name', trim(d.given_name || ' ' || d.family_name), 'title', d.title,
        'department', d.department, 'accessGroups', d.access_groups)
        from directory_records d where d.key = r.directory_key) as record
    from link_requests r join people p on p.id = r.person_id and ${isOpen}
    order by r.created_at, r.id limit 500`,
  );
  return rows;
}

export interface LinkRequestCounts {
  total: number;
  /** Those that keep someone out. */
  blocking: number;
  /** Those about a directory record. */
  records: number;
  oldest: Date | null;
}

/** The number of link requests that are waiting for a decision, and since when. */
export async function countLinkRequests(reader: Reader): Promise<LinkRequestCounts> {
  const rows = await readRows(
    reader,
    sql<LinkRequestCounts>`
    select count(*)::int as total, count(r.directory_key)::int as records,
      count(*) filter (where ${isKeptOut})::int as blocking, min(r.created_at) as oldest
    from link_requests r join people p on p.id = r.person_id and ${isOpen}`,
  );
  return rows[0] ?? { total: 0, blocking: 0, records: 0, oldest: null };
}

/** A request that is not decided yet; no one else decides it before the transaction ends. */
export function holdLinkRequest(transaction: WriteTransaction, id: string) {
  return transaction
    .selectFrom('link_requests')
    .select(['id', 'provider', 'subject', 'email', 'name', 'person_id', 'directory_key'])
    .where('id', '=', id)
    .where('refused_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteLinkRequest(transaction: WriteTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('link_requests').where('id', '=', id).execute();
}

/** It stays, so that the next sign-in does not ask the same again. */
export async function refuseLinkRequest(transaction: WriteTransaction, id: string): Promise<void> {
  await transaction
    .updateTable('link_requests')
    .set({ refused_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Keeps others from deciding about a person until the transaction ends. */
export async function holdPerson(transaction: WriteTransaction, id: string): Promise<void> {
  await transaction.selectFrom('people').select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether this person has this address. */
export async function hasAddress(reader: Reader, id: string, email: string): Promise<boolean> {
  const row = await reader
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_released_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

interface Decision {
  id: string;
  blocked: boolean;
  by: string;
}

export async function setBlocked(
  transaction: WriteTransaction,
  { id, blocked, by }: Decision,
): Promise<void> {
  // Unblocking someone claims the address back, unless someone else has it by now. Their next sign-in brings theirs.
  const address = blocked
    ? {}
    : {
        email_released_at: sql<Date | null>`case when exists (
          select from people o where o.email = people.email and o.email_released_at is null and o.id <> people.id)
          then email_released_at end`,
      };
  await transaction
    .updateTable('people')
    .set({ disabled: blocked, ...decidedBy(by), ...address })
    .where('id', '=', id)
    .execute();
}

export async function releaseAddress(transaction: WriteTransaction, id: string, by: string): Promise<void> {
  await transaction
    .updateTable('people')
    .set({ disabled: true, ...decidedBy(by), email_released_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

function decidedBy(name: string) {
  return { version: sql<number>`version + 1`, decided_by: name };
}
