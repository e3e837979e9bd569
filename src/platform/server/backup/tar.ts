import type { FileHandle } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/** Headers, contents, and the end of a tar file are in blocks of 512 bytes (POSIX ustar). */
export const block = 512;

export interface TarEntry {
  name: string;
  /** In bytes. */
  size: number;
  /** Where its content starts in the file. */
  at: number;
}

/** How many bytes fill up the last block of a content. */
export function padding(size: number): number {
  return (block - (size % block)) % block;
}

/** The header of a plain file that only its owner may read. Names are ours: ASCII, at most 100 bytes. */
export function tarHeader(name: string, size: number, madeAt: Date): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0, 100, 'latin1');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(madeAt.getTime() / 1000), 136, 12);
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

/** The entries from the beginning of the file up to `end`; contents are skipped. @throws BackupError */
export async function readEntries(handle: FileHandle, end: number): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(block);
  for (let position = 0; position < end; ) {
    await handle.read(header, 0, block, position);
    const entry = parseHeader(header, position + block);
    entries.push(entry);
    position = entry.at + entry.size + padding(entry.size);
  }
  return entries;
}

function parseHeader(header: Buffer, at: number): TarEntry {
  const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '');
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
  if (name === '' || !Number.isSafeInteger(size)) throw new BackupError('The file is not a Quad backup.');
  return { name, size, at };
}
