import pg from 'pg';
import { type ConnectionSettings, driverConfig } from './database.ts';
import type { Listen } from './listen.ts';

const reconnectAfter = 1_000;

interface Listener {
  hear(payload: string): void;
  missed: (() => void) | undefined;
}

/** One dedicated connection that listens for everyone; it reconnects after an outage. */
export function openNotifications(settings: ConnectionSettings): { listen: Listen; close(): Promise<void> } {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let making: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...driverConfig(settings),
      application_name: 'quad notifications',
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.on('end', again);
    next.on('notification', ({ channel, payload }) => {
      for (const { hear } of listeners.get(channel) ?? []) hear(payload ?? '');
    });
    making = next;
    try {
      await next.connect();
      client = next;
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      for (const { missed } of [...listeners.values()].flatMap((all) => [...all])) missed?.();
    } catch {
      await next.end().catch(() => undefined);
    } finally {
      making = null;
    }
  }

  function again(): void {
    client = null;
    if (closed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, reconnectAfter);
    timer.unref();
  }

  void connect();
  return {
    listen(channel, hear, missed) {
      const listener = { hear, missed };
      const known = listeners.get(channel);
      const all = known ?? new Set();
      listeners.set(channel, all.add(listener));
      if (known === undefined) client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      return () => all.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // A connection attempt under way would never end; it is not awaited, as the database may never respond.
      if (making !== null) (making as unknown as { connection: pg.Connection }).connection.stream.destroy();
      await client?.end().catch(() => undefined);
    },
  };
}
