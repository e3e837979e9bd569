import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { closing, partName } from './archive-writer.ts';
import { BackupError, explainBackupFile } from './backup-error.ts';
import { formatVersion, type Manifest, manifestShape, type Section } from './manifest.ts';
import { readEntries, type TarEntry } from './tar.ts';

const decompress = promisify(gunzip);
const closingSize = closing('').length;

/** A backup whose every byte has been checked. */
export interface Archive {
  readonly manifest: Manifest;
  /** The content of a section in pieces. @throws BackupError if it is not what the manifest says */
  read(section: Section): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

/** Opens a backup and reads all of it once. @throws BackupError if it is cut off, altered, or not ours */
export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'r').catch((error) => {
    throw explainBackupFile(error, file);
  });
  try {
    const { size } = await handle.stat();
    const end = size - closingSize;
    await refuseDamaged(handle, end, file);
    const entries = new Map((await readEntries(handle, end)).map((entry) => [entry.name, entry]));
    const manifest = await readManifest(handle, entries, file);
    return {
      manifest,
      read: (section) => readSection(handle, entries, section),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error instanceof BackupError ? error : explainBackupFile(error, file);
  }
}

/** The digest covers all bytes before the closing, and no byte of the closing can vary. */
async function refuseDamaged(handle: FileHandle, end: number, file: string): Promise<void> {
  const damaged = new BackupError(
    `${file} is not a complete Quad backup: it was cut off or altered. Nothing was changed.`,
  );
  if (end <= 0) throw damaged;
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1024 * 1024);
  for (let position = 0; position < end; ) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, end - position), position);
    if (bytesRead === 0) throw damaged;
    hash.update(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
  const found = Buffer.alloc(closingSize);
  await handle.read(found, 0, closingSize, end);
  if (!found.equals(closing(hash.digest('hex')))) throw damaged;
}

async function readManifest(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  file: string,
): Promise<Manifest> {
  const content = await readEntry(handle, entries, 'manifest.json');
  const written: unknown = JSON.parse(content.toString('utf8'));
  const parsed = manifestShape.safeParse(written);
  if (parsed.success) return parsed.data;
  const format =
    typeof written === 'object' && written !== null && 'format' in written ? written.format : '?';
  throw new BackupError(
    format === formatVersion
      ? `${file} has a manifest that cannot be read.`
      : `${file} is a backup in format ${String(format)}, but this version of Quad reads format ${formatVersion}. Restore it with the version that made it.`,
  );
}

async function readEntry(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  name: string,
): Promise<Buffer> {
  const entry = entries.get(name);
  if (entry === undefined) throw new BackupError(`The backup is missing ${name}.`);
  const content = Buffer.alloc(entry.size);
  await handle.read(content, 0, entry.size, entry.at);
  return content;
}

async function* readSection(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  { name, parts, bytes, sha256 }: Section,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  let read = 0;
  for (let part = 1; part <= parts; part += 1) {
    const content = await decompress(await readEntry(handle, entries, partName(name, part)));
    hash.update(content);
    read += content.length;
    yield content;
  }
  // The whole file was checked; this is for one that changes while it is being restored.
  if (read !== bytes || hash.digest('hex') !== sha256) {
    throw new BackupError(`The backup's ${name} does not match its manifest. Nothing was changed.`);
  }
}
