/** The embedded database cannot be used. The message tells the person starting Quad why, and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process uses the data folder. */
export class QuadAlreadyRunning extends EmbeddedPostgresError {
  override name = 'QuadAlreadyRunning';
}

/** Turns a file system error about our data folder into a sentence; returns any other error as it is. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'or choose another folder with QUAD_DATA';
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new EmbeddedPostgresError(
        `The data folder ${folder} is a file, or a file is in its path: move that file ${other}.`,
      );
    case 'ENOENT':
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(
        `The data folder ${folder} cannot be created or written by the user who starts Quad: change its owner ${other}.`,
      );
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The disk with the data folder ${folder} is read-only: make it writable ${other}.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new EmbeddedPostgresError(
        `The disk with the data folder ${folder} is full: free some space ${other}.`,
      );
    case 'ENAMETOOLONG':
      return new EmbeddedPostgresError(
        `The path of the data folder ${folder} is too long: choose another with QUAD_DATA.`,
      );
    default:
      return error;
  }
}
