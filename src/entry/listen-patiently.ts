import type { Logger } from 'pino';
import type { Assembled } from '../platform/server/assembly/assemble.ts';
import type { QuadSettings } from '../platform/server/assembly/read-settings.ts';
import { createWaitingRoom } from '../platform/server/assembly/waiting-room.ts';
import { whenDatabaseAnswers } from '../platform/server/db/wait-for-database.ts';

/**
 * After this many milliseconds a start responds to health checks: a long migration must not look dead. Much longer than
 * a start takes on a busy machine: until the port is open, a proxy sends requests to the other instances.
 */
const longestSilenceMs = 30_000;

/** Starts as soon as the database allows it, then listens. Until then the port reports: live, not ready. */
export async function listenPatiently(
  start: () => Promise<Assembled>,
  settings: QuadSettings,
  log: Logger,
): Promise<Assembled> {
  const room = createWaitingRoom(settings);
  // The start itself reports that a port is taken, as soon as it listens.
  const late = setTimeout(() => void room.open().catch(() => undefined), longestSilenceMs);
  let waited = false;
  try {
    const quad = await whenDatabaseAnswers(start, async (sentence, error) => {
      waited = true;
      await room.open();
      log.warn({ err: error }, sentence);
      if (settings.environment.logTo !== '-') process.stderr.write(`${sentence}\n`);
    });
    if (waited) log.info('the database answers');
    room.close();
    return await listenOrStop(quad);
  } finally {
    clearTimeout(late);
    room.close();
  }
}

/** Without its ports, an instance gives back the jobs that it has taken, so that none is done twice. */
async function listenOrStop(quad: Assembled): Promise<Assembled> {
  try {
    await quad.listen();
    return quad;
  } catch (error) {
    await quad.stop();
    throw error;
  }
}
