import { mkdirSync } from 'node:fs';
import { explainFileError } from '../platform/server/db/embedded/errors.ts';

/**
 * Makes the data folder, for its owner only.
 * @throws EmbeddedPostgresError with a sentence that says why it failed
 */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explainFileError(error, folder);
  }
}
