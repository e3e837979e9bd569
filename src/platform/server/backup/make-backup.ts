import path from 'node:path';
import type pg from 'pg';
import { type ConnectionSettings, isOutage } from '../db/database.ts';
import { whyAway } from '../db/wait-for-database.ts';
import { keptJobTables } from '../jobs/jobs-backup.ts';
import { jobsSchema } from '../jobs/jobs-table.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { BackupError, explainBackupFile } from './backup-error.ts';
import { listTables, quoted, readSequences, refuseOtherSchema, type TableOfDatabase } from './catalog.ts';
import { connectAlone, settle } from './connection.ts';
import { copyOut } from './copy.ts';
import { listDataFiles, readDataFile } from './data-files.ts';
import { type BackedUpFile, type BackedUpTable, formatVersion, type Manifest } from './manifest.ts';

export interface BackupRequest {
  file: string;
  connection: ConnectionSettings;
  dataFolder: string;
  /** Files in the data folder that are not the college's, such as the log. */
  exceptFiles: readonly string[];
  /** Tables whose rows end with a restore, of the platform and of the tools. */
  endsAtRestore: readonly string[];
  /** Quad's version. */
  version: string;
  secretId: string | null;
  /** Where uploaded files are if not in the data folder. */
  filesElsewhere?: string | null;
  /** Gets the name of the unfinished file, which must be removed if the process ends early. */
  onUnfinished?: (file: string) => void;
}

export interface BackupReport {
  manifest: Manifest;
  /** Links in the data folder, which no backup follows. */
  leftOut: string[];
}

/**
 * Writes the rows of one moment and the files of the data folder into one file, whether or not the portal
 * is running. Memory stays the same for any number of rows.
 * @throws BackupError, and then leaves no file
 */
export async function makeBackup(request: BackupRequest): Promise<BackupReport> {
  const madeAt = new Date();
  refuseWithin(request);
  const writer = await ArchiveWriter.create(request.file, madeAt);
  request.onUnfinished?.(writer.unfinished);
  try {
    const { uploads, ...rows } = await backUpRows(request, writer);
    const { files, leftOut } = await backUpFiles(request, writer, uploads);
    const { version, secretId, filesElsewhere = null } = request;
    const manifest: Manifest = {
      format: formatVersion,
      product: 'quad',
      version,
      madeAt: madeAt.toISOString(),
      secretId,
      filesElsewhere,
      ...rows,
      files,
    };
    await writer.finish(manifest);
    return { manifest, leftOut };
  } catch (error) {
    await writer.discard();
    const explained = explainBackupFile(error, request.file);
    if (explained instanceof BackupError || !isOutage(error)) throw explained;
    throw new BackupError(`${whyAway(error)} No backup was made.`);
  }
}

/** Otherwise each backup would contain all earlier ones. */
function refuseWithin({ file, dataFolder }: BackupRequest): void {
  if (!path.relative(dataFolder, file).startsWith('..')) {
    throw new BackupError(
      `${file} is in the data folder, which is what a backup saves. Choose another place.`,
    );
  }
}

interface Rows extends Pick<Manifest, 'migrations' | 'tables' | 'sequences'> {
  /** Uploaded files that are not known to be lost. */
  uploads: number;
}

async function backUpRows(request: BackupRequest, writer: ArchiveWriter): Promise<Rows> {
  const { client, close } = await connectAlone(request.connection, 'quad backup');
  try {
    // One snapshot for all statements; it waits for no one, and no one waits for it.
    await client.query('begin isolation level repeatable read read only');
    await settle(client);
    await refuseOtherSchema(client);
    const found = await listTables(client);
    const migrations = await readMigrations(client, found);
    const tables: BackedUpTable[] = [];
    for (const table of found.filter((one) => isKept(one, request.endsAtRestore))) {
      tables.push(await backUpTable(client, writer, table));
    }
    const sequences = await readSequences(client);
    const uploads = await countUploads(client, found);
    await client.query('rollback');
    return { migrations, tables, sequences, uploads };
  } finally {
    await close();
  }
}

/** A restore runs the migrations, which write the list again. */
function isKept({ schema, table }: TableOfDatabase, ending: readonly string[]): boolean {
  if (schema === jobsSchema) return keptJobTables.includes(table);
  return !table.startsWith('kysely_') && !ending.includes(table);
}

async function backUpTable(
  client: pg.ClientBase,
  writer: ArchiveWriter,
  table: TableOfDatabase,
): Promise<BackedUpTable> {
  const names = table.columns.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  // A query rather than the table: COPY of a partitioned table would be empty.
  const statement = `copy (select ${names} from ${quoted(table)}) to stdout`;
  const section = await writer.section(`tables/${table.schema}.${table.table}`, copyOut(client, statement));
  return { ...table, ...section };
}

async function readMigrations(client: pg.ClientBase, tables: readonly TableOfDatabase[]): Promise<string[]> {
  if (!tables.some(({ schema, table }) => schema === 'public' && table === 'kysely_migration')) {
    throw new BackupError('This database has no Quad tables, so there is nothing to back up.');
  }
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

async function countUploads(client: pg.ClientBase, tables: readonly TableOfDatabase[]): Promise<number> {
  if (!tables.some(({ schema, table }) => schema === 'public' && table === 'stored_files')) return 0;
  const { rows } = await client.query<{ uploads: number }>(
    'select count(*) as uploads from stored_files where missing_at is null',
  );
  return rows[0]?.uploads ?? 0;
}

/** After the rows: a file that a row names is there, and one that came later does no harm. */
async function backUpFiles(request: BackupRequest, writer: ArchiveWriter, uploads: number) {
  const { dataFolder, exceptFiles, filesElsewhere = null } = request;
  const { paths, leftOut } = await listDataFiles(dataFolder, exceptFiles);
  if (uploads > 0 && filesElsewhere === null && !paths.some((one) => one.startsWith('files/'))) {
    throw new BackupError(
      `People have uploaded files, but none are in ${path.join(dataFolder, 'files')}. Check QUAD_DATA and that its disk is mounted. A link in place of the folder is not followed. No backup was made.`,
    );
  }
  const files: BackedUpFile[] = [];
  for (const one of paths) {
    const content = await readDataFile(dataFolder, one);
    if (content === null) continue;
    const name = `files/${String(files.length + 1).padStart(6, '0')}`;
    const { rows: _none, ...section } = await writer.section(name, content);
    files.push({ path: one, ...section });
  }
  return { files, leftOut };
}
