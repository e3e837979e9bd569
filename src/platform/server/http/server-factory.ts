import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { ConnectionLimits } from './limits.ts';

/** Responds to a request before Fastify sees it; `false` leaves it to the routes. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The HTTP server under Fastify, with our limits.
 * @param early Asked in turn for each request; may grow until `listen`.
 */
export function serverFactory(limits: ConnectionLimits, early: readonly EarlyAnswer[]) {
  return (routes: RequestListener): Server => {
    const options = {
      maxHeaderSize: 16_384,
      // Ours is a problem like every other refusal.
      requireHostHeader: false,
      headersTimeout: limits.headers,
      // Ours (`pace.ts`): Node knows no upload that may take longer.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkEvery,
    };
    // An import in this module would load Node's own client with it, which startup does not need.
    const server = process.getBuiltinModule('node:http').createServer(options, (request, response) => {
      // Pipelined after the request for which the connection was closed.
      if (request.socket.destroyed) return;
      if (!early.some((answer) => answer(request, response))) routes(request, response);
    });
    return server;
  };
}
