import { type RawBuilder, sql } from 'kysely';

/** A `LIKE` pattern for "contains this text", taken literally: `%`, `_` and `\` are plain characters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Letters of any case are equal, in every alphabet and regardless of the database's locale. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** More words would only make a search slow. */
const mostWords = 8;

/** The words of a search, in lower case. Lists of other programs write names as "Carraway, Felix". */
export function searchedWords(text: string): string[] {
  const words = foldCase(text).split(/[\s,]+/);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, mostWords);
}

/** Whether an index of three characters in a row can find a word. It skips those at its ends that are not letters or digits. */
export function isIndexable(word: string): boolean {
  return /[\p{L}\p{N}].+[\p{L}\p{N}]/u.test(word);
}

/** Whether a text in lower case has every one of these words. @param words At least one */
export function hasWords(folded: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const conditions = words.map((word) => sql`${folded} like ${containing(word)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Whether a text in lower case has every word of what someone searches for, in any order. What is pasted has spaces that
 * look like others: two in a row, or one that breaks no line.
 */
export function hasSearched(folded: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = searchedWords(search);
  return hasWords(folded, words.length === 0 ? [foldCase(search)] : words);
}

/** The same for rows of `folded` that people also know by their `number`, such as #1061. */
export function hasSearchedOrNumber(search: string): RawBuilder<boolean> {
  const text = hasSearched(sql`folded`, search);
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  return number === undefined ? text : sql<boolean>`(${text} or number = ${Number(number)})`;
}

/** Whether at least two letters or digits are together: enough to find a name that starts with them. */
export function isBeginning(word: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(word);
}

/**
 * Whether a text in lower case has this word or, if it is too short for an index of three letters to find
 * it anywhere, a word that starts with it. The index knows beginnings, since it keeps the blanks before each word.
 */
export function hasWordOrBeginning(folded: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (isIndexable(word)) return sql<boolean>`${folded} like ${containing(word)}`;
  const start = containing(word).slice(1);
  const patterns = [start, `% ${start}`, `%\n${start}`];
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`${folded} like ${pattern}`),
    sql` or `,
  )})`;
}
