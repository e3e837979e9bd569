import type { Reader } from '../../src/platform/server/db/database.ts';
import type { Lifetimes } from '../../src/platform/server/session/lifetimes.ts';
import { readSessions, type SessionRow } from '../../src/platform/server/session/session-queries.ts';

/** Replaces `session-reads.ts`: each request reads its own session. */
export function createSessionReads(
  reader: Reader,
  times: Lifetimes,
): (tokenHash: Buffer) => Promise<SessionRow | null> {
  return async (tokenHash) => {
    const token = tokenHash.toString('hex');
    return (await readSessions(reader, [token], times)).get(token) ?? null;
  };
}
