import type { Reader } from '../../../platform/server/db/database.ts';
import type { Listen } from '../../../platform/server/db/listen.ts';
import { createConfirmation } from './confirmation.ts';
import { createLinkLoader, type LoadedLink } from './link-loader.ts';
import type { NoteExpired } from './note-expired.ts';
import { changeChannel } from './write-queries.ts';

/** A live link goes somewhere; an expired one only did. */
export type Followed = { state: 'live'; link: LoadedLink } | { state: 'expired' };

export interface LinkMemory {
  /** What memory knows about a name in lower case and can vouch for right now; otherwise `find` asks. */
  recall(name: string): Followed | undefined;
  /**
   * Reads a name from the database and remembers it. `patiently`: together with others, so that any number of such
   * requests is one query at a time.
   * @throws Refusal `unavailable` if the database does not respond.
   */
  find(name: string, manner: 'at-once' | 'patiently'): Promise<Followed | null>;
  /** After a change or deletion by this instance. */
  forget(shortUrl: string): void;
  /** The database's clock, in milliseconds of the epoch. */
  now(): number;
  /** Asks the database now whether anything changed. */
  confirm(): Promise<void>;
  stop(): void;
}

interface MemoryServices {
  reader: Reader;
  listen: Listen;
  noteExpired: NoteExpired;
  /** Some link was changed or deleted, on any instance. */
  onChange?: () => void;
  /** Links that are remembered; beyond that, the oldest are dropped. */
  most?: number;
}

const mostLinks = 50_000;
/** This close to its expiry a link is looked up: only the database's own clock is exact. In milliseconds. */
const nearExpiry = 1_000;

/** Names and their targets, as confirmed by the database within the last second. Absent names are not remembered. */
export function createLinkMemory({
  reader,
  listen,
  noteExpired,
  onChange,
  most = mostLinks,
}: MemoryServices): LinkMemory {
  const links = new Map<string, Followed>();
  // Counts what was forgotten, so that a read that started before does not restore an old state.
  let generation = 0;

  const confirmation = createConfirmation(reader, () => {
    generation += 1;
    links.clear();
    onChange?.();
  });
  const stopListening = listen(changeChannel, confirmation.hint);
  const loader = createLinkLoader(reader, {
    generation: () => generation,
    noteExpired,
    loaded(link, readIn) {
      if (readIn === generation) remember(link);
    },
  });

  function remember(link: LoadedLink): void {
    links.delete(link.name);
    links.set(link.name, stateOf(link));
    if (links.size <= most) return;
    const oldest = links.keys().next().value;
    if (oldest !== undefined) links.delete(oldest);
  }

  return {
    recall(name) {
      const known = links.get(name);
      if (known === undefined || !confirmation.isFresh()) return undefined;
      if (known.state === 'expired' || known.link.expiresAt === null) return known;
      // An expiry that has not been recorded is for the database to see.
      return known.link.expiresAt - confirmation.databaseNow() < nearExpiry ? undefined : known;
    },
    async find(name, manner) {
      const link = await (manner === 'at-once' ? loader.load(name) : loader.loadPatiently(name));
      return link === null ? null : stateOf(link);
    },
    forget(shortUrl) {
      generation += 1;
      links.delete(shortUrl.toLowerCase());
    },
    now: confirmation.databaseNow,
    confirm: confirmation.ask,
    stop() {
      stopListening();
      confirmation.stop();
    },
  };
}

function stateOf(link: LoadedLink): Followed {
  return link.expired ? { state: 'expired' } : { state: 'live', link };
}
