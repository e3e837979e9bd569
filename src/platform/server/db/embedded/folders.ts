import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, explainFileError } from './errors.ts';
import { userId } from './programs.ts';

/** The number in the socket's name; nothing else listens in that folder. */
export const port = 5432;

/** Unix socket paths end at 108 bytes on Linux, at 104 on other systems; one byte is the closing zero. */
const maxSocketPath = 103;

export interface Folders {
  /** The data folder without symbolic links. */
  data: string;
  /** PostgreSQL's own folder. */
  cluster: string;
  /** Where the socket is; only we can enter it. */
  socket: string;
  logs: string;
  /** The file whose lock says, across containers, that a PostgreSQL runs on the data. */
  lock: string;
  /** What stays the same when the data folder is moved. */
  identity: string;
}

/**
 * Creates the missing folders.
 * @throws EmbeddedPostgresError if they cannot be created, written to, or trusted.
 */
export async function prepareFolders(dataFolder: string): Promise<Folders> {
  try {
    await makeFolder(resolve(dataFolder));
    const { data, identity } = await identify(dataFolder);
    await access(data, constants.R_OK | constants.W_OK | constants.X_OK);
    const { uid } = await stat(data);
    // Root may enter everything, but PostgreSQL runs without root's powers: see programs.ts.
    if (userId() === 0) refuseOwner(data, uid);
    const cluster = join(data, 'postgres');
    const clusterOwner = (await stat(cluster).catch(() => undefined))?.uid;
    if (clusterOwner !== undefined) refuseOwner(cluster, clusterOwner);
    const logs = join(data, 'logs');
    await makeFolder(logs);
    return {
      data,
      cluster,
      logs,
      identity,
      lock: join(data, 'postgres.lock'),
      socket: await socketFolder(data, identity),
    };
  } catch (error) {
    throw explainFileError(error, resolve(dataFolder));
  }
}

/** The same for a folder, whatever path it is reached by. */
export async function identify(dataFolder: string): Promise<Pick<Folders, 'data' | 'identity'>> {
  const data = await realpath(resolve(dataFolder));
  const { dev, ino } = await stat(data, { bigint: true });
  return { data, identity: `${dev}-${ino}` };
}

/** Like mkdir with `recursive`, which hides why it failed on a read-only disk and hangs below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      const isFolder = error.code === 'EEXIST' && (await stat(folder)).isDirectory();
      if (!isFolder) throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await make();
  });
}

function refuseOwner(folder: string, owner: number): void {
  if (owner === userId()) return;
  throw new EmbeddedPostgresError(
    `The folder ${folder} belongs to user ID ${owner}, but user ID ${userId()} is starting Quad: ` +
      'start Quad as the owner, or change the owner of everything in the folder.',
  );
}

/** A folder in the data folder, or for a long path one in the system's folder for temporary files. */
async function socketFolder(data: string, identity: string): Promise<string> {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const temporary = `quad-${userId()}-${hash}`;
  const folder = [join(data, 'postgres-socket'), join(tmpdir(), temporary), join('/tmp', temporary)].find(
    (candidate) => Buffer.byteLength(`${candidate}/.s.PGSQL.${port}`) <= maxSocketPath,
  );
  if (folder === undefined) throw new Error('The path of /tmp is short.');
  await makeFolder(folder);
  // Anyone may create a folder of that name among the temporary files, to pose as our database.
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== userId() || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} for the database's socket is not private to this user: remove it, or choose a shorter QUAD_DATA.`,
    );
  }
  return folder;
}
