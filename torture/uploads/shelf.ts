import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import type { Random } from '../../harness/random.ts';
import { forEveryone, sendUpload } from './send.ts';

/** A file as its owner knows it from what was acknowledged. */
export interface ShelvedFile {
  id: string;
  /** SHA-256 of each version, the oldest first. */
  versions: string[];
  state: 'published' | 'deleted' | 'erased';
  /** How many writes it has had. */
  writes: number;
}

/** The files of one person who uploads, replaces, and deletes. */
export interface Shelf {
  readonly files: ShelvedFile[];
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** How many of them were sent more than once. */
  repeated: number;
}

export interface Desk {
  url: string;
  cookie: string;
}

/** Up to this many files are kept; then one is deleted for good. */
const mostKept = 12;
/** How long a write may take until it is acknowledged, in milliseconds. */
const patience = 90_000;

/** Works until it is told to stop, and sends each write again under its key until it is acknowledged. */
export async function workAt(
  { url, cookie }: Desk,
  shelf: Shelf,
  name: string,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const origin = url;
  const kept = () => shelf.files.filter(({ state }) => state !== 'erased');
  const published = () => shelf.files.filter(({ state }) => state === 'published');

  async function deliver(status: number, send: (key: string) => Promise<{ status: number; body: string }>) {
    const key = randomUUID();
    const giveUpAt = Date.now() + patience;
    for (let tries = 1; ; tries += 1) {
      const answer = await send(key).catch(() => null);
      if (answer?.status === status) {
        shelf.acknowledged += 1;
        if (tries > 1) shelf.repeated += 1;
        return answer.body === '' ? null : JSON.parse(answer.body).data;
      }
      const mayTryAgain = answer === null || answer.status === 503;
      if (!mayTryAgain) throw new Error(`A write was answered with ${answer.status}: ${answer.body}`);
      if (Date.now() > giveUpAt) throw new Error('A write was never acknowledged.');
      await pause(60);
    }
  }

  function content() {
    const bytes = randomBytes(random.between(20_000, 900_000));
    // Slow enough that a kill hits it halfway.
    return { content: bytes, rate: random.between(2, 8) * 1_000_000, sha: sha256(bytes) };
  }

  const upload = async () => {
    const { sha, ...sent } = content();
    const fileName = `${name}-${shelf.files.length}.bin`;
    const form = { url: `${url}/api/files/upload`, origin, cookie, fields: forEveryone, fileName, ...sent };
    const { _id: id } = await deliver(201, (key) => sendUpload({ ...form, key }));
    shelf.files.push({ id, versions: [sha], state: 'published', writes: 1 });
  };
  const replace = async (file: ShelvedFile) => {
    const { sha, ...sent } = content();
    const address = `${url}/api/files/${file.id}/versions`;
    const form = { url: address, origin, cookie, fields: {}, fileName: 'next.bin', ...sent };
    await deliver(201, (key) => sendUpload({ ...form, key }));
    file.versions.push(sha);
    file.writes += 1;
  };
  const end = async (file: ShelvedFile, forGood: boolean) => {
    const headers = (key: string) => ({ cookie, origin, 'idempotency-key': key });
    const address = `${url}/api/files/${file.id}`;
    const body = JSON.stringify({ reason: 'Published by mistake' });
    await deliver(204, (key) =>
      forGood
        ? ask(`${address}/erasure`, {
            method: 'POST',
            headers: { ...headers(key), 'content-type': 'application/json' },
            body,
          })
        : ask(address, { method: 'DELETE', headers: headers(key) }),
    );
    file.state = forGood ? 'erased' : 'deleted';
    file.writes += 1;
  };

  while (!isOver()) {
    const chance = random.next();
    const file = random.pick(published());
    const oldest = kept()[0];
    if (kept().length >= mostKept && oldest !== undefined) await end(oldest, true);
    else if (file === undefined || chance < 0.45) await upload();
    else if (chance < 0.75) await replace(file);
    else await end(file, chance > 0.9);
  }
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
