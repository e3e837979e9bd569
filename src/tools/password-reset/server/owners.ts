import { type RawBuilder, sql } from 'kysely';
import type { DataOwner } from '../../../platform/server/change/audit.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { hasAddress } from '../../../platform/server/mail/find-address.ts';

/**
 * The ids of people in the portal with an address: by their account, or by their directory record, which has a new address
 * before their next sign-in brings it.
 * @param address Lower case; what `=` is compared with
 */
export const peopleWith = (address: RawBuilder<unknown>) => sql<{ id: string }>`
  select p.id from people p where p.email = ${address} and p.email_released_at is null
  union
  select d.person_id from directory_records d
  where d.active and lower(d.email) = ${address} and d.person_id is not null`;

/** The keys of the directory's records with an address. @param address Lower case */
export const recordsWith = (address: string) => sql<{ key: string }>`
  select d.key from directory_records d where d.active and lower(d.email) = ${address}`;

/** What an account is recognized by. */
export interface Recognized {
  /** In lower case. */
  readonly addresses: readonly string[];
  /** The directory's; `null` if it was not asked. */
  readonly key: string | null;
}

/**
 * The ids of people with an address of an account, and of those who signed in with it under an earlier address: who was
 * renamed has the new one here only from their next sign-in on.
 * @param directoryProviders Those whose subjects are keys of the directory; elsewhere, the same text is someone else
 */
export const usersOf = ({ addresses, key }: Recognized, directoryProviders: readonly string[]) => sql<{
  id: string;
}>`
  ${peopleWith(sql`any(${[...addresses]}::text[])`)}
  union
  select person_id from identities
  where subject = ${key} and provider = any(${[...directoryProviders]}::text[])`;

/** None for someone who has never signed in. */
export async function findUsers(
  reader: Reader,
  account: Recognized,
  directoryProviders: readonly string[],
): Promise<string[]> {
  const rows = await readRows(reader, usersOf(account, directoryProviders));
  return rows.map(({ id }) => id);
}

/**
 * Whose data the portal keeps under an address: people's, or that of someone in the directory who has never signed in.
 * Someone who has left and may have had the address before is not included.
 */
export async function findOwners(reader: Reader, email: string): Promise<DataOwner[]> {
  const rows = await readRows(
    reader,
    sql<{ personId: string | null; key: string }>`
      select p.id as "personId", '' as key from people p where p.email = ${email} and ${hasAddress}
      union
      select d.person_id, case when d.person_id is null then d.key else '' end from directory_records d
      where d.active and lower(d.email) = ${email}`,
  );
  return rows.map(({ personId, key }) => (personId === null ? { directoryKey: key } : { personId }));
}
