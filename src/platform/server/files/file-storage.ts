import { Refusal } from '../refusal/refusal.ts';

/** Bytes of a file that is arriving. No one sees them before `finish`. */
export interface StorageWriter {
  /** The piece may be changed afterward. */
  write(piece: Buffer): Promise<void>;
  /** Flushes everything to the disk. After that, the bytes survive a crash of the machine. */
  finish(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBytes {
  name: string;
  bytes: number;
  writtenAt: Date;
}

/** Where the bytes of files are. Names are 32 hex digits, given by `newName`; a name is written once and never changed. */
export interface FileStorage {
  /** @param signal Ends what is waiting for a storage elsewhere, which may not answer. */
  create(name: string, signal?: AbortSignal): Promise<StorageWriter>;
  /**
   * The bytes piece by piece. A piece is valid until the next one is requested: then its memory is reused.
   * @throws MissingBytes with the first piece if there are none
   */
  read(name: string, range?: ByteRange): AsyncGenerator<Buffer, void>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredBytes>;
  /** Removes what uploads that were killed have left, if nothing was written to it since. @returns how many */
  removeAbandoned(before: Date): Promise<number>;
  /** Bytes that are free, or `null` if there is no such limit. */
  freeBytes(): Promise<number | null>;
}

/** There are no bytes with this name. */
export class MissingBytes extends Error {
  override readonly name = 'MissingBytes';
}

const away =
  'The storage for files is not available right now. Nothing was changed. Try again in a few minutes, or contact IT.';

/** The storage does not answer, or not as it should. */
export class StorageUnavailable extends Refusal {
  /** @param cause What the storage said, for the log. */
  constructor(cause: Error) {
    super('unavailable', away, { retryAfterSeconds: 60, cause });
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether the system reports that there is no room. */
export function saysFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code));
}
