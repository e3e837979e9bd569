import { dirname } from 'node:path';

/** A backup or a restore is not possible. The message tells the person at the terminal what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Turns an error about the backup's file, or one it reads, into a sentence; returns any other error as it is. */
export function explainBackupFile(error: unknown, file: string): unknown {
  const { code, path = file } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  switch (code) {
    case 'ENOENT':
      // While it is being written, it has a different name.
      return new BackupError(
        path === file ? `There is no file ${file}.` : `There is no folder ${dirname(file)} to write it to.`,
      );
    case 'EISDIR':
      return new BackupError(`${file} is a folder. Name a file.`);
    case 'ENAMETOOLONG':
      return new BackupError('The name of this file is too long. Use at most 200 characters.');
    case 'ENOTDIR':
      return new BackupError(`There is no ${file}, since part of it is a file, not a folder.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupError(`This user cannot read or write ${path}.`);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new BackupError(`The disk is full. No backup was made, and the partial file was removed.`);
    default:
      return error;
  }
}

/** The same for the data folder, before a restore has changed anything there. */
export function explainDataFolder(error: unknown, folder: string): unknown {
  const { code, path = folder } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupError(`This user cannot read or write ${path}. Nothing was changed.`);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new BackupError(
        `The disk with the data folder ${folder} has no room for the files of this backup. Free some space. Nothing was changed.`,
      );
    default:
      return error;
  }
}
