import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Safari takes a list without markers for no list, unless its style is an empty text. */
export function silentListsIn(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith('src/') && file.endsWith('.css'))
    .filter((file) => /list-style(-type)?:[^;}]*\bnone\b/.test(readFileSync(path.join(root, file), 'utf8')))
    .map(
      (file) => `${file} has a list that VoiceOver takes for none: page.css leaves out the markers already.`,
    );
}
