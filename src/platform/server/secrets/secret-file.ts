import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainFileError } from '../db/embedded/errors.ts';
import { SettingsError } from '../settings/mistakes.ts';

/** Whole secrets have 43 characters. */
const shortest = 32;

/**
 * The secret of a trial: created once and kept in the data folder, readable only by its owner.
 * @throws SettingsError if it is empty or cut off; EmbeddedPostgresError with a sentence if the folder cannot be used
 */
export function readOrMakeSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'secret');
  const secret = readOrMake(file);
  if (secret.length >= shortest) return secret;
  const what =
    'It is empty or cut off, so anyone could guess it. Put the whole one back, or delete this file: then Quad makes a new one and cannot read what was encrypted with the old one.';
  throw new SettingsError([{ where: file, what }]);
}

function readOrMake(file: string): string {
  try {
    if (!existsSync(file)) makeSecret(file);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw explainFileError(error, path.dirname(file));
  }
}

/** Creates it completely or not at all: a disk may be full, and a start may be killed. */
function makeSecret(file: string): void {
  const unfinished = path.join(path.dirname(file), `.secret-${randomUUID()}`);
  try {
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Fails when the file exists, so that two starts agree on one secret.
    linkSync(unfinished, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** The secret of a trial, if one was created. */
export function readSecretIfMade(dataFolder: string): string | null {
  try {
    return readFileSync(path.join(dataFolder, 'secret'), 'utf8').trim();
  } catch {
    return null;
  }
}
