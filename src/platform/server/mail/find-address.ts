import { sql } from 'kysely';
import { type Reader, readRows } from '../db/database.ts';

/**
 * Of the person `p`: whether their address is still theirs. That of someone who has left the directory may have a new
 * owner, who must not get their email, unless they signed in with it since they left, and since it is in the directory
 * again: some go on working or studying without a record there.
 */
export const hasAddress = sql<boolean>`(p.email_released_at is null and not exists (
  select from directory_records d where d.person_id = p.id and not d.active and greatest(d.changed_at, (
    select max(o.changed_at) from directory_records o where o.active and lower(o.email) = p.email
  )) >= coalesce(p.last_sign_in_at, '-infinity')))`;

/** Of the person `p`: whether they read email at their address. */
export const canGetEmail = sql<boolean>`(not p.disabled and ${hasAddress})`;

/** Where someone reads email now; `null` if they are blocked or have left, or the address has a new owner. */
export async function findAddress(reader: Reader, personId: string): Promise<string | null> {
  const [person] = await readRows(
    reader,
    sql<{ email: string }>`select p.email from people p where p.id = ${personId} and ${canGetEmail}`,
  );
  return person?.email ?? null;
}
