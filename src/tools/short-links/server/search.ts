import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/server/list/search.ts';

/**
 * Links whose short or long address contains the text, in any case.
 * @param found How they are found: `indexed` leaves it to PostgreSQL whether to use the index of their letters; `walked`
 * looks into each link that the rest of the question leaves, which is quicker in a single month.
 */
export function matching(search: string, found: 'indexed' | 'walked'): RawBuilder<unknown> {
  // A line break parts the two addresses, and no address has one.
  if (search.includes('\n')) return sql`false`;
  const text = search.toLowerCase();
  if (text === '') return sql`true`;
  // For fewer than three letters PostgreSQL would read its whole index, and then every link all the same.
  return found === 'indexed' && isIndexed(text)
    ? sql`searched like ${containing(text)}`
    : sql`strpos(searched, ${text}) > 0`;
}

/** Whether the index of three letters in a row can find the text. */
export function isIndexed(search: string): boolean {
  return /[a-z0-9]{3}/i.test(search);
}

/** So many links are walked in about ten milliseconds. */
export const quicklyWalked = 60_000;
