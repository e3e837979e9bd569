import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, explainFileError } from './errors.ts';
import type { Folders } from './folders.ts';
import { program, runToEnd } from './programs.ts';

/** The major version of the bundled PostgreSQL. */
const majorVersion = '18';

/** The name of the database and of its only role. */
export const databaseName = 'quad';

const unfinished = 'postgres.new-';

/**
 * Creates PostgreSQL's folder if there is none. It is created under another name and then moved, so that it
 * exists completely or not at all.
 * @throws EmbeddedPostgresError for data of another version, or if it cannot be created
 */
export async function prepareCluster(folders: Folders, durable: boolean): Promise<void> {
  if (await isCluster(folders)) return;
  const place = join(folders.data, unfinished + randomBytes(6).toString('hex'));
  try {
    await removeUnfinished(folders);
    await initialize(place, durable);
    await rename(place, folders.cluster);
    if (durable) await syncFolder(folders.data);
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw explainFileError(error, folders.data);
  }
}

async function isCluster({ cluster }: Folders): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === majorVersion) return true;
  if (version !== undefined) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} is from PostgreSQL ${version.trim()}, but this version of Quad comes with PostgreSQL ${majorVersion}: ` +
        'start the version of Quad that made it, or choose another folder with QUAD_DATA.',
    );
  }
  // The rename replaces an empty folder; anything else belongs to someone, perhaps a damaged database.
  const content = await readdir(cluster).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : ['?'],
  );
  if (content.length === 0) return false;
  throw new EmbeddedPostgresError(
    `${cluster} is not a database that Quad made, or it is damaged: move it out of the way, or choose another folder with QUAD_DATA.`,
  );
}

/** What a killed start left behind; its initdb may still be writing, so the next start removes the rest. */
async function removeUnfinished({ data }: Folders): Promise<void> {
  for (const name of await readdir(data)) {
    if (!name.startsWith(unfinished)) continue;
    await rm(join(data, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

async function initialize(place: string, durable: boolean): Promise<void> {
  const { code, output } = await runToEnd(
    program('initdb', [
      `--pgdata=${place}`,
      `--username=${databaseName}`,
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=en',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]),
  );
  if (code === 0) return;
  const last = output.trim().split('\n').slice(-8).join('\n');
  throw new EmbeddedPostgresError(`The embedded database could not be created. PostgreSQL said:\n${last}`);
}

/** Makes the rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
