import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type ConnectionSettings, type Database, isOutage, type WriteTransaction } from '../db/database.ts';
import { migrate, migrationNames, refuseNewer } from '../db/migrate.ts';
import { lockMigrations } from '../db/migration-lock.ts';
import { whyAway } from '../db/wait-for-database.ts';
import { revokeEveryToken } from '../tokens/token-queries.ts';
import type { Archive } from './archive-reader.ts';
import { BackupError, explainDataFolder } from './backup-error.ts';
import { countPortals, countRows, dropEverything, listTables, quoted, refuseOtherSchema } from './catalog.ts';
import { connectAlone, settle } from './connection.ts';
import { emailFolder, listDataFiles, type PreparedFiles, prepareFiles } from './data-files.ts';
import { fillTables } from './fill-tables.ts';
import { finishInterrupted, restoreAction } from './finish-interrupted.ts';
import { leaveEntry } from './leave-entry.ts';

export interface RestoreRequest {
  archive: Archive;
  connection: ConnectionSettings;
  dataFolder: string;
  /** Files in the data folder that are not the college's, such as the log. */
  exceptFiles: readonly string[];
  migrations: string;
  endsAtRestore: readonly string[];
  /** Called when there is something to lose; `false` ends the restore. */
  mayReplace(found: Found): Promise<boolean>;
  /** Who restores, for the audit log: the account on the operating system. */
  account: string;
}

/** What is there before a restore. */
export interface Found {
  tables: number;
  rows: number;
  files: number;
}

export interface RestoreReport {
  rows: number;
  files: number;
  /** Tables and columns of the backup that Quad does not know, so they were left out. */
  leftOut: string[];
}

/**
 * Replaces what is there with a backup: rows in one transaction, files right after it. A restore that fails
 * leaves everything as it was.
 * @throws BackupError, MigrationError
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { archive, dataFolder, exceptFiles } = request;
  const explained = (error: unknown) => {
    throw explainDataFolder(error, dataFolder);
  };
  refuseNewer('backup', archive.manifest.migrations, migrationNames(request.migrations));
  const { client, database, close } = await connectAlone(request.connection, 'quad restore');
  try {
    await refuseRunning(client);
    await refuseOtherSchema(client);
    const found = await readFound(client, request).catch(explained);
    if (found.rows + found.files > 0 && !(await request.mayReplace(found))) {
      throw new BackupError('Nothing was changed.');
    }
    const place = { database, dataFolder, exceptFiles };
    await finishInterrupted(place);
    const files = await prepareFiles(dataFolder).catch(explained);
    try {
      await writeFiles(archive, files).catch(explained);
      const report = await database
        .transaction()
        // Whatever is set for the role: after waiting for another restore, it has to see what that did.
        .setIsolationLevel('read committed')
        .execute((transaction) => restoreRows(request, client, transaction, found, files));
      await finishInterrupted(place);
      await tidy(client);
      return report;
    } finally {
      await files.discard();
    }
  } catch (error) {
    throw explainDatabase(error);
  } finally {
    await close();
  }
}

async function refuseRunning(client: pg.ClientBase): Promise<void> {
  if ((await countPortals(client)) === 0) return;
  throw new BackupError(
    'A portal is connected to this database. Stop every instance first. A connection pooler may keep its connections for a few more minutes. Nothing was changed.',
  );
}

async function readFound(client: pg.ClientBase, request: RestoreRequest): Promise<Found> {
  const tables = await listTables(client);
  const isQuads = tables.some(({ table }) => table === 'kysely_migration');
  if (tables.length > 0 && !isQuads) {
    throw new BackupError(
      "This database has tables that are not Quad's. Restore into an empty one. Nothing was changed.",
    );
  }
  const { paths } = await listDataFiles(request.dataFolder, request.exceptFiles);
  return { ...(await countRows(client)), files: paths.length };
}

async function writeFiles({ manifest, read }: Archive, files: PreparedFiles): Promise<void> {
  // Backups of version 0.1 have emails.
  const kept = manifest.files.filter((file) => !file.path.startsWith(`${emailFolder}/`));
  for (const file of kept) await files.write(file.path, read(file));
}

async function restoreRows(
  request: RestoreRequest,
  client: pg.ClientBase,
  transaction: WriteTransaction,
  found: Found,
  files: PreparedFiles,
): Promise<RestoreReport> {
  const { archive, migrations, endsAtRestore } = request;
  const { manifest } = archive;
  await settle(client);
  // A portal that starts now waits for this lock, since its migrations take it, too; so does another restore.
  await lockMigrations(transaction);
  await refuseRunning(client);
  await refuseFilledSince(client, found);
  await dropEverything(client);
  await migrate(transaction as unknown as Database, migrations, manifest.migrations);
  const leftOut = await fillTables(client, archive);
  await migrate(transaction as unknown as Database, migrations);
  await endRows(client, endsAtRestore);
  // One that was revoked since must not become valid again. The rows stay, since they say which files belong to whom.
  await revokeEveryToken(transaction, 'the restore of a backup');
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const restore = uuid();
  await recordRestore(request, transaction, { restore, rows, found });
  await files.seal(restore);
  return { rows, files: manifest.files.length, leftOut };
}

function explainDatabase(error: unknown): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    // Tables can be replaced only when no one reads them; a backup may be reading them, or someone by hand.
    case '55P03':
      return new BackupError('This database is in use by a backup or another restore. Nothing was changed.');
    case '53100':
      return new BackupError('The disk of the database is full. Free some space. Nothing was changed.');
    default:
      // An error about a file has its path.
      if (!isOutage(error) || 'path' in error) return error;
      return new BackupError(
        `${whyAway(error)} Nothing was changed, unless all rows were already in place: then the next start of the portal finishes it.`,
      );
  }
}

/** No one agreed to lose what was added since, by another restore or a portal that was started and stopped. */
async function refuseFilledSince(client: pg.ClientBase, found: Found): Promise<void> {
  if (found.rows > 0 || (await countRows(client)).rows === 0) return;
  throw new BackupError('Something else added data to this database in the meantime. Nothing was changed.');
}

async function endRows(client: pg.ClientBase, ending: readonly string[]): Promise<void> {
  for (const table of await listTables(client)) {
    if (table.schema === 'public' && ending.includes(table.table))
      await client.query(`delete from ${quoted(table)}`);
  }
}

/** Records in the audit log that there was a restore, of what, and over what. */
async function recordRestore(
  { archive, account }: RestoreRequest,
  transaction: WriteTransaction,
  { restore, rows, found }: { restore: string; rows: number; found: Found },
): Promise<void> {
  const { madeAt, version } = archive.manifest;
  await leaveEntry(transaction, {
    // The request id shows afterward whether this restore has committed.
    origin: { name: 'restore', requestId: restore },
    action: restoreAction,
    subject: 'database',
    facts: { backup_of: madeAt, version, rows, replaced_rows: found.rows, account },
  });
}

/** Updates the planner's statistics and the visibility map; a portal works without them, only slower. */
async function tidy(client: pg.ClientBase): Promise<void> {
  const tables = (await listTables(client)).map(quoted);
  await client.query(`vacuum (analyze) ${tables.join(', ')}`).catch(() => undefined);
}
