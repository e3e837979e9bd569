import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/server/list/search.ts';
import type { LinkState } from '../contract.ts';

/**
 * Links whose short or long address contains the text, in any case.
 * @param found How to find them: `indexed` lets PostgreSQL decide whether to use the index of their letters; `walked`
 * looks at each link that the other conditions leave, which is faster in a single month.
 */
export function matching(search: string, found: 'indexed' | 'walked'): RawBuilder<unknown> {
  // A line break separates the two addresses, and no address has one.
  if (search.includes('\n')) return sql`false`;
  const text = search.toLowerCase();
  if (text === '') return sql`true`;
  // For fewer than three letters PostgreSQL would read its whole index, and then every link anyway.
  return found === 'indexed' && isIndexed(text)
    ? sql`searched like ${containing(text)}`
    : sql`strpos(searched, ${text}) > 0`;
}

/** Has expired, or was seen expired before the database's clock was set back. */
export const isExpired = sql<boolean>`(expired_at is not null or coalesce(expires_at <= now(), false))`;

/** Of the link's current target, and not from a time when checks were still on. `c` is `short_link_checks`. */
export const isCheckOf = sql<boolean>`(c.link_id = short_links.id and c.long_url = short_links.long_url
  and c.checked_at > now() - interval '30 days')`;

/** The link works, but the page that it goes to does not. */
const isBroken = sql<boolean>`(not ${isExpired} and exists (
  select from short_link_checks c where c.broken_at is not null and ${isCheckOf}))`;

/** Links in one of the states; all of them without one. */
export function inState(state: LinkState | undefined): RawBuilder<unknown> {
  if (state === undefined) return sql`true`;
  if (state === 'broken') return isBroken;
  return state === 'expired' ? isExpired : sql`not ${isExpired}`;
}

/** Whether the index of three letters in a row can find the text. */
export function isIndexed(search: string): boolean {
  return /[a-z0-9]{3}/i.test(search);
}

/** Walking this many links takes about ten milliseconds. */
export const quicklyWalked = 60_000;
