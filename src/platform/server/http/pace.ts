import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import type { ConnectionLimits } from './limits.ts';

/** How long the rest of a refused body is read and dropped, so that its sender can read why. Milliseconds. */
const mostLingering = 5_000;

/** Cuts off requests that come too slowly, downloads that are read too slowly, and connections that are silent. */
export interface Pace {
  /** This body may take any amount of time, as long as it keeps up the minimum rate. */
  allowUpload(request: IncomingMessage): void;
  /** Nothing more of this body is needed: the rest is dropped, and the connection soon closed. */
  dropRest(request: IncomingMessage): void;
}

/** A period of time, and the count of bytes when it started. */
interface Stretch {
  lasted: number;
  bytes: number;
}

interface Arriving extends Stretch {
  /** Milliseconds in which it has to arrive; `null` if it is measured by its rate. */
  within: number | null;
}

/**
 * Checks all connections from time to time; a request costs nothing until then. Time is counted in checks, so that a
 * process without processor time does not blame its clients for it. Node's own limits on the whole request and on silence
 * have to be off; the second would set a timer twice for each request.
 */
export function watchPace(
  server: Server,
  connections: Pick<Connections, 'all'>,
  limits: ConnectionLimits,
): Pace {
  const arriving = new WeakMap<IncomingMessage, Arriving>();
  const leaving = new WeakMap<Socket, Stretch>();
  const silent = new WeakMap<Socket, Stretch>();
  const late = new Set<Socket>();
  const { rate } = limits;

  function bodyOf(request: IncomingMessage): Arriving {
    const known = arriving.get(request);
    if (known !== undefined) return known;
    const body = { within: limits.request, lasted: 0, bytes: request.socket.bytesRead };
    arriving.set(request, body);
    return body;
  }

  function lookAtBody(request: IncomingMessage, passed: number): void {
    const body = arriving.get(request);
    if (body === undefined) return void bodyOf(request);
    body.lasted += passed;
    if (body.lasted < (body.within ?? rate.within)) return;
    const { socket } = request;
    const received = socket.bytesRead - body.bytes;
    if (body.within === null && received >= rate.bytes) {
      Object.assign(body, { lasted: 0, bytes: socket.bytesRead });
      return;
    }
    late.add(socket);
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
  }

  function lookAtSilence(socket: Socket, passed: number): void {
    const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
    const before = silent.get(socket);
    if (before?.bytes !== bytes) return void silent.set(socket, { lasted: 0, bytes });
    before.lasted += passed;
    if (before.lasted >= limits.silence) socket.destroy();
  }

  function lookAtAnswers(socket: Socket, passed: number): void {
    const sent = socket.bytesWritten - socket.writableLength;
    const before = leaving.get(socket);
    // If nothing is waiting for the client, we are the reason nothing is being sent right now.
    if (before === undefined || socket.writableLength === 0 || sent - before.bytes >= rate.bytes) {
      leaving.set(socket, { lasted: 0, bytes: sent });
      return;
    }
    before.lasted += passed;
    if (before.lasted >= rate.within) socket.destroy();
  }

  let lastLook = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - lastLook, 2 * limits.checkEvery);
    lastLook = now;
    // A client that keeps sending never closes its half of the connection.
    for (const socket of late) socket.destroy();
    late.clear();
    for (const [socket, response] of connections.all()) {
      lookAtSilence(socket, passed);
      if (response === null) continue;
      // Of all requests on a connection, only the body of the latest can still be under way.
      if (!response.req.complete) lookAtBody(response.req, passed);
      lookAtAnswers(socket, passed);
    }
  }, limits.checkEvery);
  timer.unref();
  server.once('close', () => clearInterval(timer));

  return {
    allowUpload(request) {
      // From now on: it may have waited for its turn.
      Object.assign(bodyOf(request), { within: null, lasted: 0, bytes: request.socket.bytesRead });
    },
    dropRest(request) {
      Object.assign(bodyOf(request), { within: Math.min(mostLingering, limits.request), lasted: 0 });
      request.unpipe();
      request.resume();
    },
  };
}
