import type { FastifyBaseLogger } from 'fastify';
import type { CallReply } from '../../contract/call.ts';
import { type FoundGroup, findThings } from '../../contract/finding.ts';
import { mayCall } from '../change/verdict.ts';
import { createAskInTime } from '../concurrency/ask-in-time.ts';
import { type Route, route } from '../http/context.ts';
import { foldCase, isBeginning, isIndexable, searchedWords } from '../list/search.ts';
import { refusalOf } from '../refusal/declared-refusal.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { FindSource, FoundEntry } from './find-source.ts';

interface FindServices {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  throttle: Throttle;
}

/** How long a source may take before it is left out, in milliseconds. */
const longestWait = 1_500;
const resultsOfEach = 5;
/** For each person; typing fast for a minute stays below it. */
const searches = { limit: 150, windowSeconds: 60 };

/**
 * The call that searches in all tools.
 * @throws Error if the call behind a source adds an audit entry with each response: a search would show its data
 *   without one
 */
export function findRoute(sources: readonly FindSource[], services: FindServices): Route {
  for (const { id, behind } of sources) {
    if (behind.discloses === undefined) continue;
    throw new Error(`${id} finds what ${behind.name} discloses. Choose the list that leaves no audit entry.`);
  }
  const { log, throttle } = services;
  const ask = createAskInTime<FindSource>('what a search finds', log, longestWait);
  return route(findThings, async (context, { query: { q } }): Promise<CallReply<typeof findThings>> => {
    const { actor, clientAddress } = context;
    const { allowed, retryAfterSeconds } = await throttle.take(`find:${actor.id}`, searches);
    if (!allowed) throw refusalOf(findThings, 'too-often', { retryAfterSeconds });
    const words = searchedWords(q);
    // "a b c" is in everything, and two letters are matched only at the start of names.
    const isAnywhere = words.some(isIndexable);
    if (!isAnywhere && !words.some(isBeginning)) return { data: [], missing: [] };
    const wanted = { text: q, words, limit: resultsOfEach, clientAddress };
    const answers = await Promise.all(
      sources
        .filter(
          ({ behind, findsBeginnings = false }) => (isAnywhere || findsBeginnings) && mayCall(actor, behind),
        )
        .map(async (source) => {
          const own = wordsFor(source, words);
          const found = await ask(source, () => source.find(actor, { ...wanted, words: own }));
          return { source, found, isNumber: own !== words };
        }),
    );
    const groups = answers.flatMap(({ source: { id, title }, found, isNumber }) => {
      if (found === null || found.length === 0) return [];
      const group = { id, title, results: found.slice(0, resultsOfEach).map(present) };
      return [{ group, isFirst: isNumber || isNamed(group, words) }];
    });
    return {
      data: groups
        .toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst))
        .map(({ group }) => group),
      missing: answers.filter(({ found }) => found === null).map(({ source: { title } }) => title),
    };
  });
}

/** In "ticket #1061" the first word only says what has the number. */
function wordsFor({ numbered }: FindSource, words: readonly string[]): readonly string[] {
  const [noun, number = ''] = words;
  return words.length === 2 && noun === numbered && /^#?\d{3,}$/.test(number) ? [number] : words;
}

/** Whether a title has what was typed, and not only something behind it: then its group comes first. */
function isNamed({ results }: FoundGroup, words: readonly string[]): boolean {
  return results.some(({ title }) => words.every((word) => foldCase(title).includes(word)));
}

function present({ key, title, about, link }: FoundEntry) {
  return { key, title, about: about ?? null, link };
}
