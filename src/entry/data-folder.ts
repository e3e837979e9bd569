import { mkdirSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
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

/**
 * Whether this user can write to a data folder, or make it. Changes nothing.
 * @throws EmbeddedPostgresError with a sentence that says why not
 */
export async function checkDataFolder(folder: string): Promise<void> {
  try {
    const there = await nearestOf(folder);
    // With a slash at its end, a path is only that of a folder.
    await access(`${there}/`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/** The folder, or the one in which it would be made. */
async function nearestOf(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || path.dirname(folder) === folder) throw error;
    return nearestOf(path.dirname(folder));
  }
}
