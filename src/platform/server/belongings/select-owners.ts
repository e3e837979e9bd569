import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../db/database.ts';
import type { Owner } from './belongings.ts';

/** Each of the people whom `selectOwners` asks about, in place of one person's id and address. */
export const eachOwner = { id: sql.ref('owner.id'), email: sql.ref('owner.email') };

/**
 * For `Belongings.owners`.
 * @param things The tables and the condition of the things of `eachOwner`, which `list` has as well
 */
export async function selectOwners(
  reader: Reader,
  people: readonly Owner[],
  things: RawBuilder<unknown>,
): Promise<string[]> {
  const ids = people.map(({ id }) => id);
  const emails = people.map(({ email }) => email);
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
      select owner.id from unnest(${ids}::uuid[], ${emails}::text[]) as owner (id, email)
      where exists (select from ${things})`,
  );
  return rows.map(({ id }) => id);
}
