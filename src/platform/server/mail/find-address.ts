import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../db/database.ts';

/** The last sign-in of a person was under an address that someone else has here, so theirs is an older one. */
const signedInWithAnother = (person: 'p' | 'q') => sql`exists (
  select from identities i join link_requests l on l.provider = i.provider and l.subject = i.subject
  where i.person_id = ${sql.ref(`${person}.id`)} and l.directory_key is null)`;

/** The directory says it since the provider of a person said, at their last sign-in, which address they have. */
const isNewer = (since: RawBuilder<Date>, person: 'p' | 'q' = 'p') =>
  sql`(${since} > coalesce(${sql.ref(`${person}.last_sign_in_at`)}, '-infinity') or ${signedInWithAnother(person)})`;

/**
 * For the record `r`: whether its address is that of the account `q` no longer. The directory has given `q` another one since
 * their last sign-in, such as where two people's were swapped.
 */
const hasMovedOn = sql`(${isNewer(sql`r.email_since`, 'q')}
  and exists (select from directory_records d where d.person_id = q.id and d.active))`;

/** The record of the person `p`. */
const ownRecord = sql`directory_records r where r.person_id = p.id and r.active`;

/**
 * Since they signed in, the directory has given their address to someone else: to another record than theirs, which has
 * it no longer. Without a record of their own, one that is no one's, yet, may be theirs.
 */
const isGivenAway = sql`exists (
  select from directory_records o where o.active and lower(o.email) = p.email and o.person_id is distinct from p.id
    and ${isNewer(sql`o.email_since`)}
    and (o.person_id is not null or o.not_person_id = p.id or exists (select from ${ownRecord}))
    and not exists (select from ${ownRecord} and lower(r.email) = p.email))`;

/**
 * For the person `p`: whether their address is still theirs. That of someone who has left the directory may have a new
 * owner, who must not get their email, unless they signed in with it since they left, and since it is in the directory
 * again: some continue working or studying without a record there.
 */
export const hasAddress = sql<boolean>`(p.email_released_at is null and not ${isGivenAway} and not exists (
  select from directory_records d where d.person_id = p.id and not d.active and greatest(d.changed_at, (
    select max(o.changed_at) from directory_records o where o.active and lower(o.email) = p.email
  )) >= coalesce(p.last_sign_in_at, '-infinity')))`;

/**
 * The address that the directory has given the person `p` since they signed in: in the same domain, so that it is one of
 * the college's, unless theirs was given away; and no one else's, in the directory or by an account.
 */
const newAddress = sql<string | null>`(
  select lower(r.email) from ${ownRecord} and r.email <> '' and lower(r.email) <> p.email
    and (${isGivenAway} or (${isNewer(sql`r.email_since`)}
      and split_part(lower(r.email), '@', 2) = split_part(p.email, '@', 2)))
    and not exists (
      select from directory_records o where o.active and o.key <> r.key and lower(o.email) = lower(r.email))
    and not exists (
      select from people q where q.email = lower(r.email) and q.id <> p.id and q.email_released_at is null
        and not ${hasMovedOn}))`;

/** Where the person `p` gets email; `null` if they are blocked or have left, or the address has a new owner. */
export const addressOf = sql<string | null>`(case when not p.disabled and p.email_released_at is null
  then coalesce(${newAddress}, case when ${hasAddress} then p.email end) end)`;

/** For the person `p`: whether they get email anywhere. */
export const canGetEmail = sql<boolean>`(${addressOf} is not null)`;

/** Where someone gets email now; `null` if they are blocked or have left, or the address has a new owner. */
export async function findAddress(reader: Reader, personId: string): Promise<string | null> {
  const [person] = await readRows(
    reader,
    sql<{ email: string | null }>`select ${addressOf} as email from people p where p.id = ${personId}`,
  );
  return person?.email ?? null;
}
