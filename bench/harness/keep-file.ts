import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';

/** What any program has to do with these bytes. @returns the seconds it took */
export async function keepFile(source: string, target: string): Promise<number> {
  const began = performance.now();
  const handle = await open(target, 'wx');
  const hash = createHash('sha256');
  for await (const piece of createReadStream(source, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece);
    await handle.writeFile(piece);
  }
  hash.digest();
  await handle.sync();
  await handle.close();
  const seconds = (performance.now() - began) / 1_000;
  await rm(target);
  return seconds;
}
