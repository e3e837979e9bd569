import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections of one kind that are kept open on purpose. */
export interface SlowCrowd {
  /** The number that the server has not closed. */
  open(): number;
  /**
   * Waits until the server has closed all of them.
   * @returns how long the last took, in milliseconds since the start
   */
  closed(limit: number): Promise<number | null>;
  end(): void;
}

interface Manner {
  /** What each sends at once. */
  begin: string;
  /** What each sends repeatedly, and how often, in milliseconds. */
  drip?: { text: string; every: number };
  /** How many bytes each reads per second; if absent, everything. */
  reads?: number;
}

/** Opens a few connections at a time, so that the system's backlog can hold them. */
export async function openSlowly(
  port: number,
  count: number,
  { begin, drip, reads }: Manner,
): Promise<SlowCrowd> {
  const sockets = new Set<Socket>();
  const begun = performance.now();
  let lastClosed = 0;
  for (let made = 0; made < count; made += 1) {
    const socket = connect({ port, host: '127.0.0.1', ...(reads === undefined ? {} : { highWaterMark: 1 }) });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      lastClosed = performance.now() - begun;
    });
    if (reads === undefined) socket.resume();
    else socket.pause();
    socket.on('connect', () => socket.write(begin));
    if (made % 100 === 99) await pause(20);
  }
  const timers: NodeJS.Timeout[] = [];
  const each = (every: number, act: (socket: Socket) => void) =>
    timers.push(
      setInterval(() => {
        for (const socket of sockets) act(socket);
      }, every),
    );
  if (drip !== undefined) each(drip.every, (socket) => socket.write(drip.text));
  if (reads !== undefined) each(1_000, (socket) => socket.read(reads));
  const end = () => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
  return {
    open: () => sockets.size,
    async closed(limit) {
      while (sockets.size > 0 && performance.now() - begun < limit) await pause(100);
      return sockets.size === 0 ? lastClosed : null;
    },
    end,
  };
}
