import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { Refusal, unavailable } from '../../../platform/server/refusal/refusal.ts';
import type { NoteExpired } from './note-expired.ts';
import type { Counted } from './visit-counter.ts';

/** A link as the hot path needs it. */
export interface LoadedLink extends Counted {
  /** In lower case. */
  name: string;
  target: string;
  /** Milliseconds of the epoch by the database's clock. */
  expiresAt: number | null;
  /** As the database saw it when it was read. */
  expired: boolean;
  /** Whether that had already been recorded. */
  noted: boolean;
}

export interface LinkLoader {
  /** Reads one link at once; requests for the same name in the meantime share the read. */
  load(name: string): Promise<LoadedLink | null>;
  /** Reads it together with whatever else is waiting: one query at a time, for any number of names. */
  loadPatiently(name: string): Promise<LoadedLink | null>;
}

/** A redirect is not worth a longer wait, in milliseconds. */
const loadLimit = 3_000;
/** How old a shared read may be when it arrives, in milliseconds; an older one is repeated. */
const sharedFor = 1_000;
/** Pause between two shared queries, in milliseconds. */
const collectFor = 50;
const namesPerQuery = 500;

interface Flight {
  startedAt: number;
  generation: number;
  result: Promise<LoadedLink | null>;
}

export interface LoaderHooks {
  /** The number of known changes; a read is not shared across one. */
  generation(): number;
  /** Gets every link that was read, with the generation in which the read started. */
  loaded(link: LoadedLink, generation: number): void;
  noteExpired: NoteExpired;
}

export function createLinkLoader(reader: Reader, hooks: LoaderHooks): LinkLoader {
  const flights = new Map<string, Flight>();

  async function readNames(names: readonly string[]): Promise<Map<string, LoadedLink>> {
    const generation = hooks.generation();
    const links = await withinLimit(readLinks(reader, names));
    const unnoted = links.filter(({ expired, noted }) => expired && !noted);
    if (unnoted.length > 0) await hooks.noteExpired(unnoted.map(({ id }) => id));
    for (const link of links) hooks.loaded(link, generation);
    return new Map(links.map((link) => [link.name, link]));
  }

  function take(name: string): Flight {
    const startedAt = performance.now();
    const result = readNames([name]).then((found) => found.get(name) ?? null);
    const flight = { startedAt, generation: hooks.generation(), result };
    flights.set(name, flight);
    const land = () => {
      if (flights.get(name) === flight) flights.delete(name);
    };
    result.then(land, land);
    return flight;
  }

  function share(name: string): Flight {
    const flight = flights.get(name);
    return flight !== undefined && flight.generation === hooks.generation() ? flight : take(name);
  }

  async function load(name: string): Promise<LoadedLink | null> {
    const arrivedAt = performance.now();
    for (;;) {
      const flight = share(name);
      const found = await flight.result;
      const now = performance.now();
      if (flight.startedAt >= arrivedAt || now - flight.startedAt < sharedFor) return found;
    }
  }

  return { load, loadPatiently: createCollector(readNames) };
}

/** Gathers names and reads them together, one query at a time with a pause between. */
function createCollector(readNames: (names: readonly string[]) => Promise<Map<string, LoadedLink>>) {
  let waiting = new Map<string, PromiseWithResolvers<LoadedLink | null>>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, collectFor));
      const all = [...waiting];
      const batch = all.slice(0, namesPerQuery);
      waiting = new Map(all.slice(namesPerQuery));
      try {
        const found = await readNames(batch.map(([name]) => name));
        for (const [name, { resolve }] of batch) resolve(found.get(name) ?? null);
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    running = false;
  }

  return (name: string): Promise<LoadedLink | null> => {
    const known = waiting.get(name) ?? Promise.withResolvers<LoadedLink | null>();
    waiting.set(name, known);
    if (!running) void run();
    return known.promise;
  };
}

async function readLinks(reader: Reader, names: readonly string[]): Promise<LoadedLink[]> {
  const rows = await readRows(
    reader,
    sql<{
      id: string;
      name: string;
      target: string;
      expires_at: Date | null;
      expired: boolean;
      noted: boolean;
    }>`
    select id, lower(short_url) as name, long_url as target, expires_at,
      expired_at is not null or coalesce(expires_at <= clock_timestamp(), false) as expired,
      expired_at is not null as noted
    from short_links where lower(short_url) = any(${names}::text[])`,
  );
  return rows.map(({ expires_at, ...row }) => ({
    ...row,
    expiresAt: expires_at?.getTime() ?? null,
    unwritten: 0,
    lastAt: 0,
  }));
}

/** After a failed or hanging read no one knows where the link goes: 503. */
async function withinLimit<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(undefined, 2)), loadLimit);
  });
  try {
    return await Promise.race([reading, limit]);
  } catch (error) {
    throw error instanceof Refusal ? error : unavailable(error, 2);
  } finally {
    clearTimeout(timer);
  }
}
