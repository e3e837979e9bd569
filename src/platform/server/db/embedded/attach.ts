import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from './cluster.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts';
import { EmbeddedPostgresError, QuadAlreadyRunning } from './errors.ts';
import { port, prepareFolders } from './folders.ts';

/**
 * Connects to the embedded PostgreSQL of a running Quad's data folder, or starts it if none is running.
 * @throws EmbeddedPostgresError if the folder contains no database, or it cannot be started
 */
export async function attachEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  if (!existsSync(join(options.dataFolder, 'postgres', 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `There is no database in ${options.dataFolder}. Set QUAD_DATA to the data folder, or DATABASE_URL to the database.`,
    );
  }
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof QuadAlreadyRunning)) throw error;
    const { socket } = await prepareFolders(options.dataFolder);
    return {
      connection: { host: socket, port, user: databaseName, database: databaseName },
      stop: async () => undefined,
    };
  }
}
