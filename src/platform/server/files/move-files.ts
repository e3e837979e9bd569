import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import type { Reader } from '../db/database.ts';
import { type FileStorage, MissingBytes } from './file-storage.ts';

const batch = 1_000;
/** How many files are moved at a time. */
const together = 4;

export interface Move {
  reader: Reader;
  from: FileStorage;
  to: FileStorage;
  /** A file that remembers what has arrived intact in any target, so that another run continues from there. */
  journal: string;
  /** Gets the number of files checked so far. */
  onProgress?: (looked: number) => void;
}

export interface Moved {
  /** Files that rows name, without those that were deleted in the meantime. */
  files: number;
  copied: number;
  /** Names of files whose bytes are in neither storage. */
  lost: string[];
  /** Names of files whose bytes do not match their row. They are not copied. */
  damaged: string[];
}

interface Row {
  name: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Copies every file that a row names from one storage to another, reads it back and compares its hash. Removes nothing,
 * so the portal may run on the first storage. If it is killed, another run continues where it stopped.
 * @throws Refusal if a storage is unavailable
 */
export async function moveFiles({ reader, from, to, journal, onProgress }: Move): Promise<Moved> {
  const compared = new Set((await readIfThere(journal)).split('\n'));
  // The journal may be about another bucket.
  const there = new Map<string, number>();
  for await (const { name, bytes } of to.list()) if (compared.has(name)) there.set(name, bytes);
  const moved: Moved = { files: 0, copied: 0, lost: [], damaged: [] };
  const moveOne = async (row: Row) => {
    if (there.get(row.name) === row.bytes) return;
    const fate = await copy(row, from, to);
    if (fate === 'lost' && !(await isNamed(reader, row.name))) {
      moved.files -= 1;
      return;
    }
    if (fate === 'lost' || fate === 'damaged') return void moved[fate].push(row.name);
    await appendFile(journal, `${row.name}\n`, { mode: 0o600 });
    if (fate === 'copied') moved.copied += 1;
  };
  for (let last = ''; ; ) {
    const rows: Row[] = await reader
      .selectFrom('stored_files')
      .select(['name', 'bytes', 'sha256'])
      .where('name', '>', last)
      .orderBy('name')
      .limit(batch)
      .execute();
    const waiting = rows.values();
    const worker = async () => {
      for (const row of waiting) await moveOne(row);
    };
    await Promise.all(Array.from({ length: together }, worker));
    moved.files += rows.length;
    onProgress?.(moved.files);
    if (rows.length < batch) return moved;
    last = rows.at(-1)?.name ?? '';
  }
}

/** Not if it was deleted since its row was read. */
async function isNamed(reader: Reader, name: string): Promise<boolean> {
  const row = await reader
    .selectFrom('stored_files')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

async function copy(row: Row, from: FileStorage, to: FileStorage) {
  const writer = await to.create(row.name);
  try {
    const hash = createHash('sha256');
    for await (const piece of from.read(row.name)) {
      hash.update(piece);
      await writer.write(piece);
    }
    if (!hash.digest().equals(row.sha256)) {
      await writer.discard();
      return 'damaged' as const;
    }
    await writer.finish();
  } catch (error) {
    await writer.discard().catch(() => undefined);
    if (!(error instanceof MissingBytes)) throw error;
    return (await holds(to, row)) ? ('there' as const) : ('lost' as const);
  }
  if (await holds(to, row)) return 'copied' as const;
  throw new Error(`The file ${row.name} came back with different bytes than were sent.`);
}

async function holds(storage: FileStorage, { name, sha256 }: Row): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of storage.read(name)) hash.update(piece);
  } catch (error) {
    if (error instanceof MissingBytes) return false;
    throw error;
  }
  return hash.digest().equals(sha256);
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
