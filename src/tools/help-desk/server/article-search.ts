import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { plainText } from '../../../platform/server/texts/plain-text.ts';
import type { WrittenText } from '../../../platform/server/texts/read-text.ts';
import type { Article } from './articles.ts';

/** What PostgreSQL made of a text; a changed file is a different text. */
const vectors = new WeakMap<WrittenText, string>();

/**
 * The articles that have any of these words in any form, best first; the last word may be unfinished. Those
 * that match much less well than the best are left out.
 */
export async function searchArticles(
  reader: Reader,
  articles: readonly Article[],
  words: string,
): Promise<Article[]> {
  const query = toQuery(words);
  if (query === '' || articles.length === 0) return [];
  const all = await Promise.all(articles.map(({ text }) => vectorOf(reader, text)));
  const found = await readRows(
    reader,
    sql<{ place: number }>`
      select place from (
        select place, rank, max(rank) over () as best from (
          select place::int, ts_rank(vector::tsvector, query) as rank
          from unnest(${all}::text[]) with ordinality as a(vector, place), to_tsquery('english', ${query}) as query
          where vector::tsvector @@ query
        ) ranked
      ) matching
      where rank >= best / 2
      order by rank desc, place`,
  );
  return found.flatMap(({ place }) => articles[place - 1] ?? []);
}

async function vectorOf(reader: Reader, text: WrittenText): Promise<string> {
  const known = vectors.get(text);
  if (known !== undefined) return known;
  const [title, body] = [text.title, plainText(text.blocks)].map(withJoined);
  const rows = await readRows(
    reader,
    sql<{ vector: string }>`
      select (setweight(to_tsvector('english', ${title}), 'A') || to_tsvector('english', ${body}))::text as vector`,
  );
  const vector = rows[0]?.vector ?? '';
  vectors.set(text, vector);
  return vector;
}

/** Someone who searches for "wifi" also means "Wi-Fi". */
function withJoined(text: string): string {
  return text.replace(/(\p{L}+)-(\p{L}+)/gu, '$& $1$2');
}

const mostWords = 20;

/** Any of the words, and any word that begins like the last one. */
function toQuery(text: string): string {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords);
  return words
    .map((word, index) => (index === words.length - 1 && word.length > 2 ? `${word}:*` : word))
    .join(' | ');
}
