import { sql } from 'kysely';
import { hasLeft } from '../belongings/holders.ts';
import { type Reader, readRows } from '../db/database.ts';

/**
 * Of the person `p`: whether their address is still theirs to read. That of someone who has left the directory may
 * already have a new owner, who must not get their email.
 */
export const canGetEmail = sql<boolean>`(
  not p.disabled and p.email_released_at is null and not ${hasLeft})`;

/** Where someone reads email now; `null` if they are blocked or have left, or the address has a new owner. */
export async function findAddress(reader: Reader, personId: string): Promise<string | null> {
  const [person] = await readRows(
    reader,
    sql<{ email: string }>`select p.email from people p where p.id = ${personId} and ${canGetEmail}`,
  );
  return person?.email ?? null;
}
