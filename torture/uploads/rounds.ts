import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../../harness/quad.ts';
import type { Random } from '../../harness/random.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';
import { compareShelves } from './check.ts';
import { type Shelf, workAt } from './shelf.ts';

const people = 4;

/** A portal whose server is killed over and over, with the people who upload to it. */
export interface FileRounds {
  readonly shelves: readonly Shelf[];
  /** Downloads that were compared with their promised hash. */
  readonly read: { whole: number };
  quad(): Quad;
  /** People work, the server is killed at a random moment, and all that was acknowledged is checked. */
  play(): Promise<string[]>;
}

export async function openFileRounds(random: Random): Promise<FileRounds> {
  // As long as uploads fit at all; the machine's disk is not what is tested here.
  const environment = { QUAD_FILES_KEEP_FREE: '1 MB' };
  const place = { dataFolder: await temporaryFolder(), port: await freePort(), environment };
  let quad = await startQuad(place);
  const desk = { url: quad.url, cookie: await quad.signIn('it') };
  const shelves: Shelf[] = Array.from({ length: people }, () => ({
    files: [],
    acknowledged: 0,
    repeated: 0,
  }));
  const read = { whole: 0 };
  return {
    shelves,
    read,
    quad: () => quad,
    async play() {
      let over = false;
      const isOver = () => over;
      const faults: string[] = [];
      const working = Promise.all([
        ...shelves.map((shelf, index) => workAt(desk, shelf, `torture${index}`, random, isOver)),
        readUntil(desk, random, read, faults, isOver),
      ]);
      // Handled below; until then the kill continues.
      working.catch(() => undefined);
      await pause(random.between(150, 900));
      await quad.kill();
      quad = await startQuad(place);
      await pause(random.between(0, 100));
      over = true;
      await working;
      return [...faults, ...(await compareShelves(quad, shelves))];
    },
  };
}

/** Downloads what the list offers. A complete download has to match its ETag, which is its hash. */
async function readUntil(
  { url, cookie }: { url: string; cookie: string },
  random: Random,
  read: { whole: number },
  faults: string[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const list = await ask(`${url}/api/files?page=1&pageSize=25`, { headers: { cookie } }).catch(() => null);
    const rows: { _id: string }[] = list?.status === 200 ? JSON.parse(list.body).data : [];
    const file = random.pick(rows);
    if (file === undefined) {
      await pause(50);
      continue;
    }
    const answer = await fetch(`${url}/files/${file._id}`, { headers: { cookie } }).catch(() => null);
    const bytes = await answer?.arrayBuffer().catch(() => null);
    if (answer?.status !== 200 || bytes === null || bytes === undefined) continue;
    const hash = createHash('sha256').update(Buffer.from(bytes)).digest('hex');
    read.whole += 1;
    if (answer.headers.get('etag') !== `"${hash}"`) faults.push(`A download of ${file._id} was incomplete.`);
    await pause(20);
  }
}
