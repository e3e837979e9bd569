import { createHash, randomBytes } from 'node:crypto';
import { Refusal, unavailable } from '../refusal/refusal.ts';
import { contentTypeOf, headBytes } from './content-type.ts';
import { type FileStorage, type StorageWriter, saysFull } from './file-storage.ts';

/** How often the free space is checked while a file arrives, in bytes. */
const lookEvery = 16 * 1024 * 1024;

/** A file whose bytes are on the disk, and which no row names yet. */
export interface ReceivedFile {
  readonly name: string;
  /** As it was sent, in NFC. */
  readonly fileName: string;
  /** As found in the content. */
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface ReceiveRequest {
  storage: FileStorage;
  /** Bytes that stay free on the disk. */
  keepFree: number;
  /** Pieces of the file. It throws what is wrong with the size. */
  pieces: AsyncIterable<Buffer>;
  fileName: string;
  /** Rejects a type, as soon as it is known. @throws Refusal */
  demandType(contentType: string): void;
  signal: AbortSignal;
}

/**
 * Takes a file into the storage piece by piece. What fails leaves nothing there.
 * @throws Refusal `no-space`, `unavailable` if the server stops, and what `pieces` and `demandType` throw
 */
export async function receive(request: ReceiveRequest): Promise<ReceivedFile> {
  const { storage, fileName } = request;
  await demandSpace(request, 0);
  const name = randomBytes(16).toString('hex');
  const writer = await storage.create(name, request.signal).catch(explain);
  try {
    const found = await takeIn(request, writer);
    await writer.finish();
    return { name, fileName, ...found };
  } catch (error) {
    await writer.discard().catch(() => undefined);
    return explain(error);
  }
}

async function takeIn(request: ReceiveRequest, writer: StorageWriter) {
  const { pieces, fileName, signal, demandType } = request;
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  let contentType: string | null = null;
  const decide = async () => {
    contentType = await contentTypeOf(Buffer.concat(head).subarray(0, headBytes), fileName);
    head.length = 0;
    demandType(contentType);
    return contentType;
  };
  for await (const piece of pieces) {
    if (signal.aborted) throw unavailable();
    const before = bytes;
    bytes += piece.length;
    hash.update(piece);
    if (contentType === null) {
      head.push(piece);
      if (bytes >= headBytes) await decide();
    }
    if (Math.floor(before / lookEvery) !== Math.floor(bytes / lookEvery)) await demandSpace(request, 0);
    await writer.write(piece);
  }
  return { bytes, sha256: hash.digest(), contentType: contentType ?? (await decide()) };
}

/** @throws Refusal `no-space` if this many more bytes would leave too little */
export async function demandSpace(
  { storage, keepFree }: Pick<ReceiveRequest, 'storage' | 'keepFree'>,
  more: number,
): Promise<void> {
  const free = await storage.freeBytes().catch(explain);
  if (free !== null && free - more < keepFree) throw noSpace();
}

function noSpace(cause?: unknown): Refusal {
  const detail = 'There is no room for more files right now. Nothing was saved. Contact IT.';
  return new Refusal('no-space', detail, { cause });
}

function explain(error: unknown): never {
  throw saysFull(error) ? noSpace(error) : error;
}
