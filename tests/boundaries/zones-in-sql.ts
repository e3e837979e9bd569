import { readFileSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL's rules for a time zone are older or newer than those of Node, by which people are shown times. */
export function zonesInSql(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith('src/') && file.endsWith('.ts'))
    .filter((file) => /at\s+time\s+zone\s+\$\{/i.test(readFileSync(path.join(root, file), 'utf8')))
    .map(
      (file) => `${file} has PostgreSQL convert a time: give it instants of platform/server/time/days.ts.`,
    );
}
