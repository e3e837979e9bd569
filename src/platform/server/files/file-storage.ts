import { Refusal } from '../refusal/refusal.ts';

/** Bytes of a file on their way in. Nobody sees them before `finish`. */
export interface StorageWriter {
  /** The piece may be changed afterwards. */
  write(piece: Buffer): Promise<void>;
  /** Brings everything to the disk. Afterwards the bytes survive a crash of the machine. */
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
   * The bytes piece by piece. A piece counts until the next one is asked for: then its memory is used again.
   * @throws MissingBytes with the first piece when there are none
   */
  read(name: string, range?: ByteRange): AsyncGenerator<Buffer, void>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredBytes>;
  /** Removes what uploads that were killed have left, if nothing was written to it since. @returns how many */
  removeAbandoned(before: Date): Promise<number>;
  /** Bytes that are free, or `null` where there is no such limit. */
  freeBytes(): Promise<number | null>;
}

/** There are no bytes of this name. */
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

/** Whether the system says that there is no room. */
export function saysFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code));
}
