import { foldName } from '../../contract/fold-name.ts';
import type { PaletteEntry } from './entries.ts';

/** Longer than any search. */
const longest = 200;

/** How well one typed word fits: best at the beginning of a word of the title, then of a keyword, then of the rest. */
function wordScore(word: string, entry: PaletteEntry): number {
  const [title, keywords, about] = [entry.title, entry.keywords.join(' '), entry.about].map(foldName);
  const begins = (text = '') => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
  if (title?.startsWith(word)) return 6;
  if (begins(title)) return 5;
  if (begins(keywords)) return 4;
  if (begins(about)) return 3;
  // People also search for "P-Card" and "Help Desk" as "pcard" and "helpdesk".
  if (word.length > 3 && title?.replace(/[\s-]/g, '').includes(word)) return 2;
  // In the middle of words, a single letter is found everywhere and means nothing.
  return word.length > 1 && [title, keywords, about].some((text) => text?.includes(word)) ? 1 : 0;
}

/** The entries in which every typed word is found, best first; without a word all of them. */
export function searchEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = foldName(typed.slice(0, longest))
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries
    .map((entry) => {
      const scores = words.map((word) => wordScore(word, entry));
      return { entry, score: scores.includes(0) ? -1 : scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score >= 0)
    .sort((left, right) => right.score - left.score)
    .map(({ entry }) => entry);
}
