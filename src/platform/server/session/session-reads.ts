import type { Reader } from '../db/database.ts';
import type { Lifetimes } from './lifetimes.ts';
import { readSessions, type SessionRow } from './session-queries.ts';

interface Waiting {
  resolve(row: SessionRow | null): void;
  reject(error: unknown): void;
}

/** More than the browsers that ask at once, and few enough for one statement. */
const maxPerStatement = 200;

/**
 * Reads sessions. All requests that arrive during one turn of the event loop share a statement; it starts
 * after the last of them arrived, so none gets what was true before it asked. A single request does not wait.
 */
export function createSessionReads(
  reader: Reader,
  times: Lifetimes,
): (tokenHash: Buffer) => Promise<SessionRow | null> {
  let waiting = new Map<string, Waiting[]>();

  async function send(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    if (asked.size === 0) return;
    try {
      const rows = await readSessions(reader, [...asked.keys()], times);
      for (const [token, requests] of asked) {
        for (const { resolve } of requests) resolve(rows.get(token) ?? null);
      }
    } catch (error) {
      for (const requests of asked.values()) for (const { reject } of requests) reject(error);
    }
  }

  return (tokenHash) =>
    new Promise((resolve, reject) => {
      const token = tokenHash.toString('hex');
      if (waiting.size >= maxPerStatement) void send();
      if (waiting.size === 0) setImmediate(() => void send());
      const requests = waiting.get(token) ?? [];
      requests.push({ resolve, reject });
      waiting.set(token, requests);
    });
}
