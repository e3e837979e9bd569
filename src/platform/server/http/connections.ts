import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionLimits } from './limits.ts';

const lookEvery = 50;
/** How long a flood of new connections can hold up a stop, in milliseconds. */
const mostAccepting = 1_000;
/** A request that cannot finish in time gets 503 this long before its connection is closed, in milliseconds. */
const mostAnswering = 2_000;

/**
 * A connection with more outstanding requests than this is closed. Node would read any number of pipelined requests and
 * keep them all in memory; browsers and proxies don't pipeline.
 */
const mostUnanswered = 50;

/** The open connections of a server. */
export interface Connections {
  /** The response to the latest request on a connection; `null` before the first one. */
  lastAnswer(socket: Socket): ServerResponse | null;
  /** Each open connection with its `lastAnswer`. */
  all(): Iterable<readonly [Socket, ServerResponse | null]>;
  /**
   * Ends them so that no client has one closed under a request: accepts no new ones, responds to every further request
   * with `connection: close`, and closes only those that are silent for `drainIdle` or busy for `drainBusy`
   * milliseconds. Resolves when none is left.
   * @param beforeCut Called shortly before busy ones are closed, to respond where that is still possible
   */
  drain(limits: Pick<ConnectionLimits, 'drainIdle' | 'drainBusy'>, beforeCut?: () => void): Promise<void>;
}

/** What arrived on a connection, and for how many checks nothing more did. */
interface Heard {
  bytesRead: number;
  looks: number;
}

export function watchConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | null>();
  const unanswered = new WeakMap<Socket, ServerResponse[]>();
  let stopping = false;
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const previous = open.get(socket);
    if (previous && !previous.writableFinished && countUnanswered(socket, previous) >= mostUnanswered)
      socket.destroy();
    open.set(socket, response);
    if (stopping) response.shouldKeepAlive = false;
  });

  function countUnanswered(socket: Socket, previous: ServerResponse): number {
    const known = [...(unanswered.get(socket) ?? []), previous];
    const left = known.filter(({ writableFinished }) => !writableFinished);
    unanswered.set(socket, left);
    return left.length;
  }

  /**
   * Closes what was silent at this many checks in a row. By the clock alone, a process without processor time would
   * take its own silence for its clients'. A request under way is not silence.
   */
  function closeSilent(heard: WeakMap<Socket, Heard>, mostLooks: number): void {
    for (const [socket, response] of open) {
      const { bytesRead } = socket;
      const before = heard.get(socket);
      const isBusy = response !== null && !response.writableFinished;
      if (isBusy || before?.bytesRead !== bytesRead) heard.set(socket, { bytesRead, looks: 0 });
      else if (before.looks >= mostLooks) socket.destroySoon();
      else before.looks += 1;
    }
  }

  /** Accepts the connections that are waiting, since the system would reset them; one comes in at each turn. */
  async function acceptWaiting(): Promise<void> {
    const giveUpAt = performance.now() + mostAccepting;
    for (let before = -1; accepted !== before && performance.now() < giveUpAt; ) {
      before = accepted;
      await nextTurn();
    }
  }

  return {
    lastAnswer: (socket) => open.get(socket) ?? null,
    all: () => open,
    async drain({ drainIdle, drainBusy }, beforeCut) {
      if (!server.listening) return;
      const deadline = performance.now() + drainBusy;
      const lastCall = deadline - Math.min(mostAnswering, drainBusy / 2);
      let isCalled = false;
      stopping = true;
      for (const response of open.values()) {
        if (response !== null && !response.headersSent) response.shouldKeepAlive = false;
      }
      const heard = new WeakMap<Socket, Heard>();
      const mostLooks = Math.ceil(drainIdle / lookEvery);
      await acceptWaiting();
      // Not the HTTP server's own `close`, which also cuts idle connections.
      const closed = new Promise<void>((resolve) => {
        net.Server.prototype.close.call(server, () => resolve());
      });
      closeSilent(heard, mostLooks);
      while (open.size > 0) {
        await sleep(lookEvery);
        // Reads what has arrived by now, so that no connection is closed with unread data.
        await nextTurn();
        if (!isCalled && performance.now() >= lastCall) {
          isCalled = true;
          beforeCut?.();
        }
        if (performance.now() >= deadline) server.closeAllConnections();
        else closeSilent(heard, mostLooks);
      }
      await closed;
    },
  };
}
