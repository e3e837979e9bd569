import type { UnitOfWork } from '../change/change.ts';
import type { Reader } from '../db/database.ts';
import { Refusal } from '../refusal/refusal.ts';
import { type ByteRange, type FileStorage, MissingBytes } from './file-storage.ts';
import { type ReceivedFile, receive } from './receive.ts';
import type { FileScanner } from './scanner.ts';

const lost = 'The content of this file is lost. Contact IT, who can upload it again.';

/** A file that arrived with a call. It is gone after the call unless a change adopts it. */
export interface StoredUpload extends Omit<ReceivedFile, 'name'> {
  /** Writes its row in this transaction. @returns the name by which it is opened and removed */
  adopt(unit: UnitOfWork): Promise<string>;
}

/** What a download sends. */
export interface StoredContent {
  readonly bytes: number;
  readonly sha256: Buffer;
  /**
   * Piece by piece; each is valid until the next one is requested (`FileStorage.read`).
   * @throws Refusal `gone` with the first piece if the bytes are lost
   */
  read(range?: ByteRange): AsyncGenerator<Buffer, void>;
  /** All of a file that fits in memory. @throws Refusal `gone` if the bytes, or some of them, are lost */
  readWhole(): Promise<Buffer>;
}

/**
 * Collects pieces. Each is copied, because its memory is reused: `buffer` of `node:stream/consumers` would return
 * the last pieces instead of the first ones. @throws Refusal `gone` if there are more or fewer bytes
 */
export async function collect(pieces: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes);
  let length = 0;
  for await (const piece of pieces) {
    piece.copy(whole, length);
    length += piece.length;
    // A storage elsewhere may send endlessly.
    if (length > bytes) break;
  }
  if (length !== bytes) throw new Refusal('gone', lost);
  return whole;
}

/** `full`: the disk has too little free. `away`: it is not there, so downloads are refused, too. */
export interface StorageTrouble {
  readonly kind: 'full' | 'away';
  /** As far as this process knows. */
  readonly since: Date;
}

/** For tools. */
export interface StoredFiles {
  /** What scans uploads for viruses, and the largest file it accepts, in bytes; `null` if none is configured. */
  readonly scanner: Pick<FileScanner, 'largest'> | null;
  /** @throws Refusal `gone` if there is no such file, or its bytes are lost */
  open(reader: Reader, name: string): Promise<StoredContent>;
  /** Removes rows with the change, and the bytes once it is committed. */
  remove(unit: UnitOfWork, names: readonly string[]): Promise<void>;
  /** Why uploads are refused now; `null` if they aren't, as far as one can know without one. */
  trouble(): Promise<StorageTrouble | null>;
  /** Stores something that did not come with a call, without a virus scan: the portal itself made it. Adopt it, or the nightly job removes it. */
  store(content: Buffer, fileName: string): Promise<StoredUpload>;
}

/** Whether any file should be in the storage. */
export async function hasFiles(reader: Reader): Promise<boolean> {
  const query = reader.selectFrom('stored_files').select('name').where('missing_at', 'is', null).limit(1);
  return (await query.execute()).length > 0;
}

interface StoredFileServices {
  storage: FileStorage;
  keepFree: number;
  scanner: FileScanner | null;
}

export function createStoredFiles({ storage, keepFree, scanner }: StoredFileServices): StoredFiles {
  let trouble: StorageTrouble | null = null;
  return {
    scanner,
    async open(reader, name) {
      const row = await reader
        .selectFrom('stored_files')
        .select(['bytes', 'sha256', 'missing_at'])
        .where('name', '=', name)
        .executeTakeFirst();
      if (row === undefined || row.missing_at !== null) throw new Refusal('gone', lost);
      async function* read(range?: ByteRange) {
        try {
          yield* storage.read(name, range);
        } catch (error) {
          throw error instanceof MissingBytes ? new Refusal('gone', lost) : error;
        }
      }
      const { bytes, sha256 } = row;
      return { bytes, sha256, read, readWhole: () => collect(read(), bytes) };
    },
    async remove(unit, names) {
      if (names.length === 0) return;
      await unit.transaction
        .deleteFrom('stored_files')
        .where('name', 'in', [...names])
        .execute();
      // Bytes that stay because this fails or never runs are found by the nightly job.
      unit.afterCommit(() => {
        for (const name of names) void storage.remove(name).catch(() => undefined);
      });
    },
    async trouble() {
      const free = await storage.freeBytes().catch(() => 'away' as const);
      const isFull = typeof free === 'number' && free < keepFree;
      const kind = free === 'away' ? free : isFull ? 'full' : null;
      if (kind !== (trouble?.kind ?? null)) trouble = kind === null ? null : { kind, since: new Date() };
      return trouble;
    },
    async store(content, fileName) {
      async function* pieces() {
        yield content;
      }
      const { signal } = new AbortController();
      const demandType = () => undefined;
      const request = { storage, keepFree, pieces: pieces(), fileName, demandType, signal };
      return toUpload(await receive(request)).upload;
    },
  };
}

/** An upload for the handler, and whether its row is there, as far as this process knows. */
export interface HeldUpload {
  readonly upload: StoredUpload;
  state(): 'unused' | 'adopted' | 'committed';
}

export function toUpload(received: ReceivedFile): HeldUpload {
  const { name, ...facts } = received;
  let state: ReturnType<HeldUpload['state']> = 'unused';
  const upload: StoredUpload = {
    ...facts,
    async adopt({ transaction, afterCommit }) {
      const { bytes, sha256, contentType: content_type } = facts;
      state = 'adopted';
      const row = { name, bytes, sha256, content_type };
      await transaction.insertInto('stored_files').values(row).execute();
      afterCommit(() => {
        state = 'committed';
      });
      return name;
    },
  };
  return { upload, state: () => state };
}
