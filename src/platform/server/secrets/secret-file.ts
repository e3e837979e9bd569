import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The secret of a trial: created once and kept in the data folder, readable only by its owner. */
export function readOrMakeSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'secret');
  try {
    // `wx` fails when the file exists, so that two starts agree on one secret.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** The secret of a trial, if one was created. */
export function readSecretIfMade(dataFolder: string): string | null {
  try {
    return readFileSync(path.join(dataFolder, 'secret'), 'utf8').trim();
  } catch {
    return null;
  }
}
