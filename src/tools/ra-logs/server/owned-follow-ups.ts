import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { type Database, type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { findAddress, hasAddress } from '../../../platform/server/mail/find-address.ts';
import { type LogRow, selectNewest } from './queries.ts';

/** How a follow-up names its owner: by their account, or by their address until the account is known. */
export interface Owner {
  id: string;
  email: string | null;
}

export function ownerOf(actor: Extract<Actor, { id: string }>): Owner {
  return { id: actor.id, email: actor.kind === 'person' ? actor.email.toLowerCase() : null };
}

/** Whether a log's follow-up is assigned to this person, as `isOwned` says it in SQL. */
export function owns(
  { id, email }: Owner,
  { follow_up_owner, follow_up_owner_id }: Pick<LogRow, 'follow_up_owner' | 'follow_up_owner_id'>,
): boolean {
  if (follow_up_owner_id !== null) return follow_up_owner_id === id;
  return follow_up_owner !== null && follow_up_owner.toLowerCase() === email;
}

/** Where the owner gets email now; `null`: no one owns it, or the account is blocked or gone. */
export async function findOwnerEmail(
  reader: Reader,
  { follow_up_owner, follow_up_owner_id }: Pick<LogRow, 'follow_up_owner' | 'follow_up_owner_id'>,
): Promise<string | null> {
  return follow_up_owner_id === null ? follow_up_owner : findAddress(reader, follow_up_owner_id);
}

/** The condition on logs whose open follow-up is assigned to this person. */
export function isOwned({ id, email }: { id: unknown; email: unknown }): RawBuilder<unknown> {
  return sql`follow_up and closed_on is null and (
    follow_up_owner_id = ${id} or follow_up_owner_id is null and lower(follow_up_owner) = ${email})`;
}

export async function countOwned(reader: Reader, owner: Owner): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from ra_logs where ${isOwned(owner)}`,
  );
  return rows[0]?.total ?? 0;
}

/** In the order in which the slice is counted. */
export function selectOwned(reader: Reader, owner: Owner, slice: Slice): Promise<LogRow[]> {
  return selectNewest(reader, isOwned(owner), slice);
}

/** Whether an address belongs to someone: to an account, or to the owner of another open follow-up. */
export async function isKnownOwner(reader: Reader, address: string): Promise<boolean> {
  const email = address.toLowerCase();
  const rows = await readRows(
    reader,
    sql<{ known: boolean }>`
    select exists (select from people p where p.email = ${email} and ${hasAddress})
      or exists (
        select from ra_logs where follow_up and closed_on is null and follow_up_owner_id is null
          and lower(follow_up_owner) = ${email}
      ) as known`,
  );
  return rows[0]?.known === true;
}

/**
 * Fills in the accounts of those who have signed in since their follow-up was assigned.
 * @returns How many open follow-ups have an account now.
 */
export async function noteOwnerAccounts(database: Database): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update ra_logs l set follow_up_owner_id = p.id from people p
    where l.follow_up and l.closed_on is null and l.follow_up_owner_id is null
      and p.email = lower(l.follow_up_owner) and ${hasAddress}`.execute(database);
  return numAffectedRows;
}
