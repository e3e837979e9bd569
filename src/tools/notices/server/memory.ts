import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../../../platform/server/db/database.ts';
import { selectCurrent } from './mine-queries.ts';
import type { NoticeRow } from './tables.ts';

/** How old what visitors get may be, in milliseconds. */
const usuallyKeptFor = 2_000;
/** The longest that a request waits for a new reading, in milliseconds: less than a page does. */
const longestWait = 200;

export interface NoticeMemory {
  /** What is showing to everyone, by this instance's clock. */
  listPublic(): Promise<NoticeRow[]>;
  /** Changes when a notice for anyone begins, ends, or is edited. */
  revision(): Promise<string>;
}

/**
 * What is showing now, for requests that anyone can send as often as they like: one statement every two seconds,
 * however many requests there are. While the database is down or hangs, what was known stays, so that an emergency does not vanish with it.
 */
export function createMemory(reader: Reader, keptFor = usuallyKeptFor): NoticeMemory {
  let known: readonly NoticeRow[] | null = null;
  let readAt = 0;
  let reading: Promise<readonly NoticeRow[]> | null = null;

  async function read(): Promise<readonly NoticeRow[]> {
    try {
      known = await selectCurrent(reader);
      return known;
    } catch (error) {
      if (known === null) throw error;
      return known;
    } finally {
      // Also after a failure, so that a database in trouble is not queried by every request.
      readAt = performance.now();
      reading = null;
    }
  }

  /** The reading continues when the wait is over. */
  function readInTime(): Promise<readonly NoticeRow[]> {
    const last = known;
    if (last === null) return read();
    return Promise.race([read(), wait(longestWait, last, { ref: false })]);
  }

  async function current(): Promise<NoticeRow[]> {
    const isFresh = known !== null && performance.now() - readAt < keptFor;
    if (!isFresh) reading ??= readInTime();
    const rows = isFresh ? known : await reading;
    const now = Date.now();
    return (rows ?? []).filter(
      ({ starts_at, ends_at }) => starts_at.getTime() <= now && now < ends_at.getTime(),
    );
  }

  return {
    listPublic: async () => (await current()).filter(({ groups }) => groups === null),
    async revision() {
      const all = (await current()).map(({ id, version }) => `${id} ${version}`);
      return createHash('sha256').update(all.toSorted().join('\n')).digest('base64url').slice(0, 12);
    },
  };
}
