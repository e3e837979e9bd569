import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BackupError, explainBackupFile } from './backup-error.ts';
import type { Manifest, Section } from './manifest.ts';
import { block, padding, tarHeader } from './tar.ts';

const compress = promisify(gzip);
/** Rows compress well at any level; a low one keeps up with PostgreSQL. */
const compression = { level: 3 };

const unfinishedMark = 'unfinished-';
/** A backup writes continuously: a file that was not written to for this long belongs to a killed one. */
const abandonedAfter = 60 * 60_000;

/** The last entry and the end of the file: every byte of it follows from the digest. */
export function closing(digest: string): Buffer {
  const content = Buffer.alloc(block);
  content.write(`${digest}\n`, 'latin1');
  return Buffer.concat([tarHeader('sha256', 65, new Date(0)), content, Buffer.alloc(2 * block)]);
}

/** A tar file that gets its name only when complete. Its last entry is the SHA-256 of all before it. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #unfinished: string;
  readonly #handle: FileHandle;
  readonly #madeAt: Date;
  readonly #hash = createHash('sha256');

  private constructor(file: string, unfinished: string, handle: FileHandle, madeAt: Date) {
    this.#file = file;
    this.#unfinished = unfinished;
    this.#handle = handle;
    this.#madeAt = madeAt;
  }

  /** @throws BackupError if the file already exists or cannot be created */
  static async create(file: string, madeAt: Date): Promise<ArchiveWriter> {
    await refuseExisting(file);
    const name = `.${path.basename(file)}.${unfinishedMark}${randomBytes(4).toString('hex')}`;
    const unfinished = path.join(path.dirname(file), name);
    await removeLeftovers(path.dirname(file));
    try {
      return new ArchiveWriter(file, unfinished, await open(unfinished, 'wx', 0o600), madeAt);
    } catch (error) {
      throw explainBackupFile(error, file);
    }
  }

  get unfinished(): string {
    return this.#unfinished;
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
  }

  async #entry(name: string, content: Buffer): Promise<void> {
    await this.#write(tarHeader(name, content.length, this.#madeAt));
    await this.#write(content);
    await this.#write(Buffer.alloc(padding(content.length)));
  }

  /** Writes pieces as they come, each compressed; `source` may return a number, such as that of its rows. */
  async section(name: string, source: AsyncGenerator<Buffer, number>): Promise<Section & { rows: number }> {
    const hash = createHash('sha256');
    let parts = 0;
    let bytes = 0;
    // While one piece is compressed, the next is read.
    let compressed: Promise<Buffer> | undefined;
    const flush = async () => {
      if (compressed === undefined) return;
      parts += 1;
      await this.#entry(partName(name, parts), await compressed);
      compressed = undefined;
    };
    let next = await source.next();
    for (; next.done !== true; next = await source.next()) {
      hash.update(next.value);
      bytes += next.value.length;
      await flush();
      compressed = compress(next.value, compression);
    }
    await flush();
    return { name, parts, bytes, sha256: hash.digest('hex'), rows: next.value };
  }

  /** Writes the manifest and the digest, flushes everything to disk and gives the file its name. */
  async finish(manifest: Manifest): Promise<void> {
    await this.#entry('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    await this.#handle.writeFile(closing(this.#hash.digest('hex')));
    await this.#handle.sync();
    await this.#handle.close();
    await refuseExisting(this.#file);
    await rename(this.#unfinished, this.#file);
    const folder = await open(path.dirname(this.#file), 'r');
    await folder.sync();
    await folder.close();
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#unfinished, { force: true });
  }
}

export function partName(section: string, part: number): string {
  return `${section}/${String(part).padStart(6, '0')}.gz`;
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupError(`${file} already exists, and a backup never overwrites a file.`);
}

/** Removes what killed backups left behind in a folder. One that cannot be removed stops nothing. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => /^\..+\.unfinished-[0-9a-f]{8}$/.test(one))) {
    const file = path.join(folder, name);
    const written = await stat(file).catch(() => null);
    if (written === null || Date.now() - written.mtimeMs < abandonedAfter) continue;
    await rm(file, { force: true }).catch(() => undefined);
  }
}
