import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Reader } from '../db/database.ts';
import type { Environment } from '../settings/environment.ts';
import type { FileStorage } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { hasFiles } from './stored-files.ts';

/** Where files are if no S3 is configured, and where a restore puts them. */
export function filesFolder({ dataFolder }: Pick<Environment, 'dataFolder'>): string {
  return path.join(dataFolder, 'files');
}

/**
 * The storage that is configured, on behalf of a portal that has a database. A portal starts even while it is
 * unavailable: S3 is not asked for anything yet, and a folder that is not the right one is a line in the log.
 */
export async function openStorage(
  environment: Environment,
  portal?: { reader: Reader; log: Pick<FastifyBaseLogger, 'error'> },
): Promise<FileStorage> {
  const { filesS3 } = environment;
  if (filesS3 !== null) return createS3Storage(filesS3);
  const folder = filesFolder(environment);
  if (portal === undefined) return createFolderStorage(folder);
  const { reader, log } = portal;
  const storage = createFolderStorage(folder, () => hasFiles(reader));
  void storage.check().catch((error: Error) => log.error({ err: error.cause ?? error }, error.message));
  return storage;
}

/** Where files are if that is outside the data folder, for a sentence; `null` in the folder. */
export function storageElsewhere({ filesS3 }: Pick<Environment, 'filesS3'>): string | null {
  if (filesS3 === null) return null;
  return `the bucket ${filesS3.bucket}${filesS3.endpoint === null ? '' : ` at ${filesS3.endpoint}`}`;
}
