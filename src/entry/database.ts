import path from 'node:path';
import type { Logger } from 'pino';
import { finishInterrupted } from '../platform/server/backup/finish-interrupted.ts';
import type { ConnectionSettings } from '../platform/server/db/database.ts';
import { openDatabase } from '../platform/server/db/database.ts';
import { startEmbeddedPostgres } from '../platform/server/db/embedded/embedded.ts';
import { warnOfConnections } from '../platform/server/db/fitness.ts';
import { migrate } from '../platform/server/db/migrate.ts';
import type { Environment } from '../platform/server/settings/environment.ts';

export interface PreparedDatabase {
  connection: ConnectionSettings;
  stop(): Promise<void>;
}

/** The college's own PostgreSQL, or the embedded one started; migrated in both cases. */
export async function prepareDatabase(
  environment: Environment,
  migrations: string,
  log: Logger,
): Promise<PreparedDatabase> {
  const prepared = await reachDatabase(environment, log);
  try {
    await bringUpToDate(prepared.connection, migrations);
    return prepared;
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

/** The same, not migrated yet; the college's own may be unavailable. */
export async function reachDatabase(environment: Environment, log: Logger): Promise<PreparedDatabase> {
  const { databaseUrl, dataFolder } = environment;
  if (databaseUrl !== null) {
    return { connection: { url: databaseUrl }, stop: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({ dataFolder, report: (sentence) => log.warn(sentence) });
  return { connection: postgres.connection, stop: () => postgres.stop() };
}

export async function bringUpToDate(connection: ConnectionSettings, migrations: string): Promise<void> {
  const open = openDatabase(connection, { size: 2, patient: true });
  try {
    await migrate(open.database, migrations);
  } finally {
    await open.close();
  }
}

/** What an administrator should know about the college's own database, if anything. */
export async function warningOf(
  connection: ConnectionSettings,
  { databaseUrl, databaseConnections }: Environment,
): Promise<string | null> {
  if (databaseUrl === null) return null;
  const open = openDatabase(connection, { size: 1 });
  try {
    return await warnOfConnections(open.pool, databaseConnections);
  } finally {
    await open.close();
  }
}

/** Moves the files of a restore into place that was killed right after its rows had been committed. */
export async function finishRestore(
  connection: ConnectionSettings,
  { dataFolder, logTo }: Environment,
): Promise<void> {
  const open = openDatabase(connection, { size: 1, patient: true });
  try {
    const { database } = open;
    await finishInterrupted({ database, dataFolder, exceptFiles: [path.resolve(logTo)] });
  } finally {
    await open.close();
  }
}
