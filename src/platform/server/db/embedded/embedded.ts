import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseName, prepareCluster } from './cluster.ts';
import { QuadAlreadyRunning } from './errors.ts';
import { type Folders, port, prepareFolders } from './folders.ts';
import { claimDataFolder } from './mutex.ts';
import { launchPostmaster, type Postmaster } from './postmaster.ts';
import { checkPrograms } from './programs.ts';
import { type Report, supervise } from './supervise.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** How to reach it: as `host` a client uses the folder of the unix socket. No password, no TLS. */
  connection: { host: string; port: number; user: string; database: string };
  logFolder: string;
  /** Stops PostgreSQL and frees the data folder. Call it when nothing needs the database anymore. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataFolder: string;
  /** False only in tests: writes are ten times as fast, and a power failure loses the data. */
  durable?: boolean;
  /** Gets a sentence when PostgreSQL ended unexpectedly, when it is back, and when it cannot be restarted. */
  report?: Report;
}

/**
 * Starts the PostgreSQL of a data folder, which is created if missing, and keeps it running.
 * @throws QuadAlreadyRunning if another process uses the folder; EmbeddedPostgresError if it cannot be
 * done here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, report = (sentence) => process.emitWarning(sentence) } = options;
  const folders = await prepareFolders(options.dataFolder);
  const release = await claimDataFolder(folders);
  try {
    await prepareCluster(folders, durable);
    const launch = () => launchPostmaster(folders, durable);
    const supervisor = supervise(await launchPatiently(launch), launch, report);
    const connection = { host: folders.socket, port, user: databaseName, database: databaseName };
    await ensureDatabase(connection).catch(async (error) => {
      await supervisor.stop();
      throw error;
    });
    return {
      connection,
      logFolder: folders.logs,
      async stop() {
        await supervisor.stop();
        await removeTemporarySocketFolder(folders);
        await release();
      },
    };
  } catch (error) {
    await release();
    // If PostgreSQL cannot run at all, this says more than its output. Checked late: it takes a process.
    if (!(error instanceof QuadAlreadyRunning)) await checkPrograms();
    throw error;
  }
}

/** The last processes of a PostgreSQL that was killed a moment ago still hold its lock and its memory. */
async function launchPatiently(launch: () => Promise<Postmaster>): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch();
    } catch (error) {
      const passing =
        error instanceof QuadAlreadyRunning ||
        (error instanceof Error && error.message.includes('shared memory block'));
      if (!passing || attempt === 10) throw error;
      await sleep(500);
    }
  }
}

async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new Client({ ...connection, ssl: false, database: 'postgres' });
  // A lost connection also fails its query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function removeTemporarySocketFolder({ data, socket }: Folders): Promise<void> {
  if (socket !== join(data, 'postgres-socket')) await rmdir(socket).catch(() => undefined);
}
