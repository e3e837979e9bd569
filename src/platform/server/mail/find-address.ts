import type { Reader } from '../db/database.ts';

/** Where someone reads email now; `null` if the account is blocked or gone, or its address has a new owner. */
export async function findAddress(reader: Reader, personId: string): Promise<string | null> {
  const person = await reader
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .where('disabled', '=', false)
    .where('email_released_at', 'is', null)
    .executeTakeFirst();
  return person?.email ?? null;
}
