import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Between midnight and four, there is a time zone in which the hour is skipped when the clock is put forward, and the job too. */
export function skippedSchedulesIn(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => /^src\/.*(?<!\.test)\.ts$/.test(file))
    .filter((file) => /schedule: '\S+ [0-3] /.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `${file} runs in an hour that is skipped once a year: make it four or later.`);
}
