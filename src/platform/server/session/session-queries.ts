import { CompiledQuery, sql } from 'kysely';
import { type Database, type Reader, readRows, type WriteTransaction } from '../db/database.ts';
import type { Lifetimes } from './lifetimes.ts';

/** A session with its person, as read on the path of a request. */
export interface SessionRow {
  id: string;
  provider: string;
  personId: string;
  name: string;
  givenName: string;
  familyName: string;
  email: string;
  hasPhoto: boolean;
  groups: string[];
  /** From a directory that the college lets give access. */
  accessGroups: string[];
  /** Seconds since the provider was last asked, or until then, if the clock was ahead and has been set back. */
  groupsAge: number;
  touchDue: boolean;
  /** It has just expired, which has not been recorded yet. */
  expired: boolean;
}

/** Last used at a time that is still to come: the clock was ahead, and has been set back since. */
const isAhead = "last_seen_at > now() + interval '1 minute'";

// On the path of every request: the text is fixed, so that only the parameters are built. The array comes from a subquery,
// or PostgreSQL would see how few hashes there are and plan again each time, which takes longer than reading them.
const readText = `
  select encode(s.token_hash, 'hex') as token, s.id, s.provider, p.id as "personId", p.name,
    p.given_name as "givenName", p.family_name as "familyName", p.email, p.photo is not null as "hasPhoto", i.groups,
    coalesce(d.access_groups, '{}') as "accessGroups",
    abs(extract(epoch from now() - s.groups_read_at))::float8 as "groupsAge",
    s.last_seen_at < now() - make_interval(secs => $3) or s.${isAhead} as "touchDue",
    s.expires_at <= now() or s.last_seen_at <= now() - make_interval(secs => $2) as expired
  from sessions s
  join people p on p.id = s.person_id
  join identities i on i.provider = s.provider and i.subject = s.subject
  left join directory_records d on d.person_id = s.person_id and d.active
  where s.token_hash = any((select $1::bytea[])::bytea[]) and s.expired_at is null and not p.disabled`;

/**
 * Returns those of these sessions that were neither ended nor seen expired.
 * @param tokenHashes In hexadecimal; so the result is keyed by them, too.
 */
export async function readSessions(
  reader: Reader,
  tokenHashes: readonly string[],
  times: Lifetimes,
): Promise<Map<string, SessionRow>> {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash, 'hex'));
  const query = CompiledQuery.raw(readText, [hashes, times.idle, times.touch]) as CompiledQuery<
    SessionRow & { token: string }
  >;
  const rows = await readRows(reader, query);
  return new Map(rows.map((row) => [row.token, row]));
}

export async function touchSession(database: Database, id: string, times: Lifetimes): Promise<void> {
  await sql`update sessions set last_seen_at = now(), ${endsInTime(times)}
    where id = ${id} and (last_seen_at < now() - make_interval(secs => ${times.touch}) or ${sql.raw(isAhead)})`.execute(
    database,
  );
}

/** No session that was started while the clock was ahead lasts longer, counted from now, than one that starts now. */
const endsInTime = (times: Lifetimes) =>
  sql`expires_at = least(expires_at, now() + make_interval(secs => ${times.absolute}))`;

/** Adds a session. @returns How many the person had before, even expired ones; `null` for someone who is blocked. */
export async function insertSession(
  transaction: WriteTransaction,
  row: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    provider: string;
    subject: string;
    provider_state: string | null;
    provider_keys: string[];
    user_agent: string;
    client_address: string;
  },
  times: Lifetimes,
): Promise<number | null> {
  // The lock waits for a block that is under way, and makes a later one find this session.
  const { rows } = await sql<{ before: number }>`
    with started as (insert into sessions (id, token_hash, person_id, provider, subject, provider_state,
      provider_keys, user_agent, client_address, expires_at)
    select ${row.id}::uuid, ${row.token_hash}::bytea, id, ${row.provider}, ${row.subject}, ${row.provider_state},
      ${row.provider_keys}::text[], ${row.user_agent}, ${row.client_address}, now() + make_interval(secs => ${times.absolute})
    from people where id = ${row.person_id} and not disabled for share
    returning id, person_id),
    noted as (insert into sign_in_events (principal, domain)
    select lower(email), lower(split_part(email, '@', 2)) from people join started on people.id = started.person_id)
    select (select count(*)::int from sessions s where s.person_id = started.person_id) as before
    from started`.execute(transaction);
  return rows[0]?.before ?? null;
}

/** Records that a session expired or its provider ended it; it never counts again, even if a clock jumps. */
export async function expireSession(database: Database, id: string): Promise<void> {
  await sql`update sessions set expired_at = now() where id = ${id} and expired_at is null`.execute(database);
}

/** Whether someone ended the session of this token, rather than time, its provider, or a restore. */
export async function wasEnded(reader: Reader, tokenHash: Buffer): Promise<boolean> {
  const row = await reader
    .selectFrom('ended_sessions')
    .select('ended_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a row of `sessions` still counts. */
export const isLive = (times: Lifetimes) => sql<boolean>`(
  expired_at is null and expires_at > now() and last_seen_at > now() - make_interval(secs => ${times.idle}))`;

/** The row behind a cookie, whether or not it still counts: a logout removes it in any case. */
export function findByToken(reader: Reader, tokenHash: Buffer) {
  return reader
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.person_id')
    .select(['s.id', 's.provider', 's.provider_state', 's.person_id', 'p.name'])
    .where('s.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** The sessions of a person that still count, last used first. */
export function listSessions(reader: Reader, personId: string, times: Lifetimes) {
  const idleEnd = sql<Date>`last_seen_at + make_interval(secs => ${times.idle})`;
  return reader
    .selectFrom('sessions')
    .select([
      'id',
      'provider',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      sql<Date>`least(expires_at, ${idleEnd})`.as('endsAt'),
      'user_agent as userAgent',
      'client_address as clientAddress',
    ])
    .where('person_id', '=', personId)
    .where(isLive(times))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

export type SessionEntry = Awaited<ReturnType<typeof listSessions>>[number];

/** The session of a cookie, those that a provider names, or those of a person: one, all, or all but one. */
export type SessionChoice =
  | { tokenHash: Buffer }
  | { provider: string; providerKeys: readonly string[] }
  | { personId: string; id?: string; except?: string };

/**
 * Deletes sessions because someone ended them, which their browsers learn when they come back, even those whose session
 * has expired.
 * @returns What the audit needs to know about those that had not expired.
 */
export async function endSessions(transaction: WriteTransaction, which: SessionChoice) {
  const ended = await deleteSessions(transaction, which);
  if (ended.length > 0) {
    const tokens = ended.map(({ token_hash }) => ({ token_hash }));
    await transaction.insertInto('ended_sessions').values(tokens).execute();
  }
  return audited(ended);
}

/**
 * Locks a person's sessions until the transaction ends, always in the same order, so that two of them that end all
 * others at once do not end each other. @returns Their ids
 */
export async function holdSessions(transaction: WriteTransaction, personId: string): Promise<string[]> {
  const held = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return held.map(({ id }) => id);
}

/**
 * Deletes the session that a browser had before it gets a new one: it does not come back with the old token.
 * @returns What the audit needs to know if it had not expired.
 */
export async function replaceSession(transaction: WriteTransaction, tokenHash: Buffer) {
  return audited(await deleteSessions(transaction, { tokenHash }));
}

/**
 * Deletes a person's sessions beyond this many: first those that have expired, then those that were not used for the
 * longest time. Those that someone else is ending are left to them.
 * @returns What the audit needs to know about those that had not expired.
 */
export async function deleteBeyond(transaction: WriteTransaction, personId: string, most: number) {
  const beyond = sql`(select id from sessions where id in (
      select id from sessions where person_id = ${personId}
      order by (expired_at is null) desc, last_seen_at desc, id desc offset ${most})
    for update skip locked)`;
  const deleted = await chosen(transaction, { personId }).where(sql<boolean>`id in ${beyond}`).execute();
  return audited(deleted);
}

type DeletedSession = Awaited<ReturnType<typeof deleteSessions>>[number];

function audited(deleted: readonly DeletedSession[]) {
  return deleted
    .filter(({ expired_at }) => expired_at === null)
    .map(({ id, person_id, provider }) => ({ id, person_id, provider }));
}

function deleteSessions(transaction: WriteTransaction, which: SessionChoice) {
  return chosen(transaction, which).execute();
}

function chosen(transaction: WriteTransaction, which: SessionChoice) {
  const query = transaction
    .deleteFrom('sessions')
    .returning(['id', 'token_hash', 'person_id', 'provider', 'expired_at']);
  if ('tokenHash' in which) return query.where('token_hash', '=', which.tokenHash);
  if ('providerKeys' in which) {
    const hasOne = sql<boolean>`provider_keys && ${which.providerKeys}::text[]`;
    return query.where('provider', '=', which.provider).where(hasOne);
  }
  const { personId, id, except } = which;
  let ofPerson = query.where('person_id', '=', personId);
  if (id !== undefined) ofPerson = ofPerson.where('id', '=', id);
  if (except !== undefined) ofPerson = ofPerson.where('id', '!=', except);
  return ofPerson;
}

/**
 * Records what has expired, forgets its tokens, and deletes what ended long ago. What no one has used since the clock was
 * set back counts as used now, so that it ends, too.
 * @returns The number recorded.
 */
export async function expireSessions(database: Database, times: Lifetimes): Promise<number> {
  await sql`delete from sessions where expired_at < now() - make_interval(secs => ${times.remembered})`.execute(
    database,
  );
  await sql`delete from ended_sessions where ended_at < now() - make_interval(secs => ${times.ended})`.execute(
    database,
  );
  await sql`update sessions set provider_state = null
    where expired_at is not null and provider_state is not null`.execute(database);
  await sql`update sessions set last_seen_at = now(), ${endsInTime(times)}
    where expired_at is null and ${sql.raw(isAhead)}`.execute(database);
  const { numAffectedRows } = await sql`update sessions set expired_at = now(), provider_state = null
    where expired_at is null and not ${isLive(times)}`.execute(database);
  return Number(numAffectedRows ?? 0);
}
