import { setTimeout as sleep } from 'node:timers/promises';
import { endPostmaster } from './orphan.ts';
import type { Postmaster } from './postmaster.ts';

/** Pause between attempts, in milliseconds: a killed PostgreSQL's last processes need a moment to exit. */
const pause = 500;
const attempts = 10;
/** Pause once the attempts are used up, for instance while the disk is full. */
const longPause = 5_000;

export type Report = (sentence: string) => void;

/** Keeps PostgreSQL running until `stop`, which shuts it down cleanly. */
export function supervise(
  first: Postmaster,
  launch: () => Promise<Postmaster>,
  report: Report,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = first;

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      report(`PostgreSQL stopped unexpectedly (${how}) and is being restarted.`);
      const next = await relaunch(launch, report, stopping.signal);
      if (next === undefined) return;
      current = next;
      report('PostgreSQL is back.');
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await endIfAlive(current);
      // A start may have been under way.
      await watching;
      await endIfAlive(current);
    },
  };
}

async function endIfAlive({ pid, ended, isAlive }: Postmaster): Promise<void> {
  if (isAlive()) {
    await endPostmaster(
      pid,
      ended.then(() => undefined),
    );
  }
}

/** Tries until PostgreSQL runs. @returns Nothing if it is no longer wanted. */
async function relaunch(
  launch: () => Promise<Postmaster>,
  report: Report,
  stopped: AbortSignal,
): Promise<Postmaster | undefined> {
  for (let attempt = 1; !stopped.aborted; attempt += 1) {
    try {
      return await launch();
    } catch (error) {
      if (attempt === attempts)
        report(`PostgreSQL cannot be restarted. ${error instanceof Error ? error.message : error}`);
    }
    await sleep(attempt < attempts ? pause : longPause, undefined, { signal: stopped }).catch(
      () => undefined,
    );
  }
  return undefined;
}
