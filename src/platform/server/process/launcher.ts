import { constants } from 'node:os';
import { sayError } from '../log/describe-error.ts';

/** How long a stop may take before the process ends anyway, in milliseconds. */
export const stopLimit = 30_000;

/**
 * Calls `stop` when the launcher that started this process has died, even by `kill -9`: the channel between
 * the two closes then. Does nothing if no launcher started the process. The channel keeps no process alive.
 */
export function stopWhenLauncherDies(stop: () => void): void {
  if (process.send === undefined) return;
  if (!process.connected) {
    stop();
    return;
  }
  process.once('disconnect', stop);
  process.channel?.unref();
}

interface Stop {
  /** In milliseconds. */
  limit?: number;
  /** For a command, which a signal keeps from its work: what it says then. The exit code is that of the signal. */
  unfinished?: () => string;
}

/**
 * Runs `stop` once when the process is asked to end (SIGINT, SIGTERM, SIGHUP, death of the launcher), then
 * exits with code 0, or with code 1 when `stop` fails or takes longer than `limit`. Further signals change
 * nothing, since Ctrl-C reaches a process twice: from the terminal and from the launcher.
 */
export function onStopSignals(stop: () => Promise<void>, { limit = stopLimit, unfinished }: Stop = {}): void {
  let stopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    // After a hang-up the terminal is gone, and an unhandled write error would cut the stop short.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    setTimeout(() => {
      process.stderr.write(`The stop took longer than ${limit / 1000} seconds and was cut short.\n`);
      process.exit(1);
    }, limit);
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`The stop failed: ${sayError(error)}\n`);
      process.exit(1);
    }
    if (unfinished === undefined) process.exit(0);
    process.stderr.write(`${unfinished()}\n`);
    // As a shell reports a program that a signal ended.
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  stopWhenLauncherDies(() => void end('SIGTERM'));
}
