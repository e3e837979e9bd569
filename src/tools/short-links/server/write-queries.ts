import { type RawBuilder, sql } from 'kysely';
import { type WriteTransaction, writeTables } from '../../../platform/server/db/database.ts';
import { type LinkRow, linkColumns } from './queries.ts';
import type { ShortLinksTables } from './tables.ts';

/** Keeps the current target and expiry of a link before they change. */
export async function keepTarget(transaction: WriteTransaction, id: string): Promise<void> {
  await sql`
    insert into short_link_targets (link_id, version, long_url, expires_at, changed_by_id, changed_by, changed_at)
    select id, version, long_url, expires_at, changed_by_id, changed_by, changed_at from short_links
    where id = ${id}`.execute(transaction);
}

/** The counter in `change_counters` from which instances learn that a link was changed or deleted. */
export const changeCounter = 'short-links';
/** Wakes other instances at once, if notifications pass through. */
export const changeChannel = 'short_links_changed';

/**
 * Informs all instances that what they remember may be wrong; takes effect with the commit. A unit does it before it
 * locks a link: otherwise, one with several links, which holds the counter, and one that edits the next of them would wait for each other.
 */
export async function notifyInstances(transaction: WriteTransaction): Promise<void> {
  await sql`
    with counted as (
      insert into change_counters (name, value) values (${changeCounter}, 1)
      on conflict (name) do update set value = change_counters.value + 1
    )
    select pg_notify(${changeChannel}, '')`.execute(transaction);
}

/** The tables of this tool within a write. */
export const linkTables = (transaction: WriteTransaction) => writeTables<ShortLinksTables>(transaction);

export interface NewLinkRow {
  id: string;
  short_url: string;
  long_url: string;
  expires_at: string | null;
  owner_groups?: readonly string[];
}

/** Who adds or changes a link, and how their name is shown. */
export interface Author {
  id: string;
  text: string;
}

/** Adds a link; `undefined` when its name is taken. */
export async function insertLink(
  transaction: WriteTransaction,
  link: NewLinkRow,
  author: Author,
): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    insert into short_links
      (id, short_url, long_url, expires_at, owner_groups, created_by_id, created_by, changed_by_id, changed_by)
    values (${link.id}, ${link.short_url}, ${link.long_url}, ${link.expires_at},
      ${[...(link.owner_groups ?? [])]}::text[], ${author.id}, ${author.text}, ${author.id}, ${author.text})
    on conflict do nothing returning ${linkColumns}`.execute(transaction);
  return rows[0];
}

/** Gives a locked link a new target and expiry. */
export async function updateLink(
  transaction: WriteTransaction,
  link: { id: string; long_url: string; expires_at: string | null | RawBuilder<string> },
  author: Author,
): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    update short_links set long_url = ${link.long_url}, expires_at = ${link.expires_at}, expired_at = null,
      version = version + 1,
      changed_by_id = ${author.id}, changed_by = ${author.text}, changed_at = now()
    where id = ${link.id} returning ${linkColumns}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('A locked link is missing.');
  return row;
}

/** Gives a locked link new owners; where it goes, and who set that, stays the same. */
export async function updateOwners(
  transaction: WriteTransaction,
  id: string,
  owners: readonly string[],
): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    update short_links set owner_groups = ${[...owners]}::text[], version = version + 1
    where id = ${id} returning ${linkColumns}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('A locked link is missing.');
  return row;
}

/** Adds links in the given order, leaving out those whose name is taken; returns the ids of the added ones. */
export async function insertLinks(
  transaction: WriteTransaction,
  links: readonly NewLinkRow[],
  author: Author,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into short_links
      (id, short_url, long_url, expires_at, owner_groups, created_by_id, created_by, changed_by_id, changed_by)
    select id, short_url, long_url, expires_at, string_to_array(owner_groups, E'\\n'), ${author.id}::uuid, ${author.text}::text, ${author.id}::uuid, ${author.text}::text
    from unnest(
      ${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ short_url }) => short_url)}::text[],
      ${links.map(({ long_url }) => long_url)}::text[],
      ${links.map(({ expires_at }) => expires_at)}::timestamptz[],
      ${links.map(({ owner_groups = [] }) => owner_groups.join('\n'))}::text[]
    ) with ordinality as given (id, short_url, long_url, expires_at, owner_groups, place)
    order by place
    on conflict do nothing
    returning id`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}
