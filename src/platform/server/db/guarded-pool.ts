import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '../refusal/refusal.ts';

/** SQLSTATE: the server, the database, or the role allows no more connections. */
const noMoreState = '53300';

/** PgBouncer reports it with a generic code, and in words: it has its own limit, 100 by default. */
export function allowsNoMore(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === noMoreState) || /^no more connections allowed/.test(error.message)
  );
}

/** How long the pool asks for no more of them, in milliseconds. */
const contentFor = 1_000;

/** The open connections of a pool. */
interface OpenConnections {
  /** How many there are; the pool's own count includes those that may never be open. */
  count(): number;
  /** Closes them without waiting for what they are doing, which then fails. */
  cutAll(): void;
}

export function watchOpen(pool: pg.Pool): OpenConnections {
  // One that ends before it is ready is removed without ever having been open.
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return {
    count: () => open.size,
    cutAll() {
      // A pipelined client's own `end` waits for the results of what it has sent.
      for (const client of open) client.connection.stream.destroy();
    },
  };
}

/**
 * A pool whose failure to connect is the refusal `unavailable`, so that every call responds with 503. If no more
 * connections are allowed, it waits for one of those that it has.
 * @param has How many of its connections are open
 */
export function guarded(pool: pg.Pool, wait: number, has: () => number): pg.Pool {
  const most = pool.options.max;
  let content: NodeJS.Timeout | undefined;
  const beContent = () => {
    pool.options.max = Math.max(1, has());
    clearTimeout(content);
    content = setTimeout(() => {
      pool.options.max = most;
    }, contentFor).unref();
  };
  const connect = async () => {
    const until = performance.now() + wait;
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!allowsNoMore(error) || pool.totalCount === 0 || performance.now() > until)
          throw unavailable(error);
        beContent();
        // The others may still be on their way.
        if (has() === 0) await pause(20);
      }
    }
  };
  return {
    connect,
    end: () => pool.end(),
    get options() {
      return pool.options;
    },
  } as unknown as pg.Pool;
}
