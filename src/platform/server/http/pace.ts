import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './limits.ts';

/** How long the rest of a refused body is read and dropped, so that its sender can read why. Milliseconds. */
const mostLingering = 5_000;

/** Cuts off requests that come too slowly and downloads that are read too slowly. */
export interface Pace {
  /** This body may take as long as it needs, as long as it keeps up the minimum rate. */
  allowUpload(request: IncomingMessage): void;
  /** Nothing more of this body is wanted: the rest is dropped, and the connection soon closed. */
  dropRest(request: IncomingMessage): void;
}

/** A stretch of time, and the count of bytes when it began. */
interface Stretch {
  lasted: number;
  bytes: number;
}

interface Arriving extends Stretch {
  /** Milliseconds in which it has to be there; `null` when it is measured by its rate. */
  within: number | null;
}

/**
 * Checks all connections from time to time. Time is counted in checks, so that a process without processor time does
 * not blame its clients for it. Node's own limit on the whole request has to be off.
 */
export function watchPace(server: Server, limits: ConnectionLimits): Pace {
  const arriving = new Map<IncomingMessage, Arriving>();
  const leaving = new Map<ServerResponse, Stretch>();
  const late = new Set<Socket>();
  const { rate } = limits;

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined) {
      arriving.set(request, { within: limits.request, lasted: 0, bytes: request.socket.bytesRead });
    }
    leaving.set(response, { lasted: 0, bytes: 0 });
    response.once('close', () => {
      leaving.delete(response);
      if (request.complete || request.destroyed) arriving.delete(request);
    });
  });

  function lookAtBody(request: IncomingMessage, body: Arriving, passed: number): void {
    const { socket } = request;
    if (request.complete || socket.destroyed) return void arriving.delete(request);
    body.lasted += passed;
    if (body.lasted < (body.within ?? rate.within)) return;
    const received = socket.bytesRead - body.bytes;
    if (body.within === null && received >= rate.bytes) {
      Object.assign(body, { lasted: 0, bytes: socket.bytesRead });
      return;
    }
    arriving.delete(request);
    late.add(socket);
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
  }

  function lookAtAnswer({ socket }: ServerResponse, answer: Stretch, passed: number): void {
    if (socket === null) return;
    const sent = socket.bytesWritten - socket.writableLength;
    // Nothing waits for the client: if it is slow right now, we are the reason.
    if (socket.writableLength === 0) return void Object.assign(answer, { lasted: 0, bytes: sent });
    answer.lasted += passed;
    if (answer.lasted < rate.within) return;
    if (sent - answer.bytes >= rate.bytes) Object.assign(answer, { lasted: 0, bytes: sent });
    else socket.destroy();
  }

  let lastLook = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - lastLook, 2 * limits.checkEvery);
    lastLook = now;
    // A client that keeps sending never closes its half of the connection.
    for (const socket of late) socket.destroy();
    late.clear();
    for (const [request, body] of arriving) lookAtBody(request, body, passed);
    for (const [response, answer] of leaving) lookAtAnswer(response, answer, passed);
  }, limits.checkEvery);
  timer.unref();
  server.once('close', () => clearInterval(timer));

  return {
    allowUpload(request) {
      const body = arriving.get(request);
      if (body !== undefined) body.within = null;
    },
    dropRest(request) {
      const body = arriving.get(request);
      if (body !== undefined)
        Object.assign(body, { within: Math.min(mostLingering, limits.request), lasted: 0 });
      request.unpipe();
      request.resume();
    },
  };
}
