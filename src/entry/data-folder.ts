import { mkdirSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
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
 * Whether this user can write to the data folder, or to a folder in it. One that is missing may be made by systemd
 * with the first start. Changes nothing.
 * @throws EmbeddedPostgresError with a sentence that says why not
 */
export async function checkDataFolder(dataFolder: string, folder = dataFolder): Promise<void> {
  try {
    const there = (await isThere(folder)) ? folder : dataFolder;
    // With a slash at its end, a path is only that of a folder.
    if (await isThere(there)) await access(`${there}/`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
