import path from 'node:path';
import type { Environment } from '../settings/environment.ts';
import type { FileStorage } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';

/** Where files are where no S3 is configured, and a restore puts them. */
export function filesFolder({ dataFolder }: Pick<Environment, 'dataFolder'>): string {
  return path.join(dataFolder, 'files');
}

/** The storage that is configured. S3 is not asked for anything yet: a portal starts while it is away. */
export async function openStorage(environment: Environment): Promise<FileStorage> {
  const { filesS3 } = environment;
  return filesS3 === null ? createFolderStorage(filesFolder(environment)) : createS3Storage(filesS3);
}

/** Where files are if that is outside of the data folder, for a sentence; `null` in the folder. */
export function storageElsewhere({ filesS3 }: Pick<Environment, 'filesS3'>): string | null {
  if (filesS3 === null) return null;
  return `the bucket ${filesS3.bucket}${filesS3.endpoint === null ? '' : ` at ${filesS3.endpoint}`}`;
}
