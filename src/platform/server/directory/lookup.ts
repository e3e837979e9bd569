import { sql } from 'kysely';
import { seeConfidential, seeStudents } from '../../contract/directory.ts';
import { type Actor, permissionsOf } from '../actor/actor.ts';
import { type Reader, readRows } from '../db/database.ts';
import { containing, hasWordOrBeginning } from '../list/search.ts';
import { type SearchedField, searchedLines, wordsOf } from './record.ts';

/** A person in the directory, as far as they may be shown to anyone. */
export interface DirectoryEntry {
  key: string;
  /** `null` until the first sign-in. */
  personId: string | null;
  name: string;
  /** What the directory says. */
  email: string;
  /** The address of their account, by which a tool finds it; `null` if there is none. */
  accountEmail: string | null;
  title: string;
  department: string;
  kind: 'employee' | 'student';
}

const columns = sql`d.key, d.person_id as "personId", trim(d.given_name || ' ' || d.family_name) as name,
  d.email, d.title, d.department, d.kind,
  (select p.email from people p where p.id = d.person_id and p.email_released_at is null) as "accountEmail"`;

/**
 * Who this viewer may see: employees; students with a permission; confidential people only themselves or
 * with a permission.
 */
export function visibleTo(viewer: Actor) {
  const held = permissionsOf(viewer);
  const personId = viewer.kind === 'person' ? viewer.id : null;
  const students = held?.has(seeStudents) === true;
  const confidential = held?.has(seeConfidential) === true;
  return sql<boolean>`d.active and (d.person_id = ${personId}
    or ((d.kind = 'employee' or ${students}) and (not d.confidential or ${confidential})))`;
}

/** The order of lists of records `d`. */
export const byName = [
  sql`d.family_name collate alphabet`,
  sql`d.given_name collate alphabet`,
  sql`d.key`,
] as const;

/** A person in the directory; also `null` if two people share the address: no one could say which of them is meant. */
export async function findByEmail(
  reader: Reader,
  viewer: Actor,
  email: string,
): Promise<DirectoryEntry | null> {
  const rows = await readRows(
    reader,
    sql<DirectoryEntry>`select ${columns} from directory_records d
      where lower(d.email) = ${email.trim().toLowerCase()} and d.email <> '' and ${visibleTo(viewer)} limit 2`,
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/**
 * Records `d` whose names, email, title or department have every word of the search, in any order and without accents;
 * one of fewer than three letters only at the start of a word.
 * @param hidden Fields that the viewer is not shown: a search must not reveal what they say.
 * @returns the condition, and an order by how well they fit; `null` for a search without words
 */
export function matchingRecords(search: string, hidden: readonly SearchedField[] = []) {
  const words = wordsOf(search);
  if (words.length === 0) return null;
  const shown = searchedLines.filter(({ field }) => !hidden.includes(field));
  const lines = shown.map(({ line }) => sql`split_part(d.folded, E'\\n', ${line}::int)`);
  const searched = hidden.length === 0 ? sql`d.folded` : sql`concat_ws(E'\\n', ${sql.join(lines)})`;
  // The index has only the whole text.
  const texts = hidden.length === 0 ? [searched] : [sql`d.folded`, searched];
  const all = sql.join(
    texts.flatMap((text) => words.map((word) => hasWordOrBeginning(text, word))),
    sql` and `,
  );
  const start = containing(words[0] ?? '').slice(1, -1);
  // A name that starts with it is meant more often than one that has it in the middle.
  const begins = sql`(${searched} like ${`${start}%`} or ${searched} like ${`%\n${start}%`})`;
  return { matches: sql<boolean>`${all}`, bestFirst: sql`not ${begins}, ${sql.join(byName)}` };
}

/** The first ten people whom `matchingRecords` finds; employees first. */
export async function searchDirectory(
  reader: Reader,
  viewer: Actor,
  search: string,
): Promise<DirectoryEntry[]> {
  const found = matchingRecords(search);
  if (found === null) return [];
  // Pickers show the address of the account, which the record may not have.
  const matches = search.includes('@')
    ? sql`(${found.matches} or d.person_id = (
        select id from people where email = ${search.trim().toLowerCase()} and email_released_at is null))`
    : found.matches;
  return readRows(
    reader,
    sql<DirectoryEntry>`select ${columns} from directory_records d where ${visibleTo(viewer)} and ${matches}
      order by d.kind, ${found.bestFirst} limit 10`,
  );
}
