import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { securityHeaders } from '../http/headers.ts';
import { messagePage } from '../pages/pages.ts';
import { toProblem, unavailable } from '../refusal/refusal.ts';
import { presentCampus } from './page-data.ts';
import type { QuadSettings } from './read-settings.ts';
import { isForPrograms, messageFor } from './screen-routes.ts';

/** Responds on Quad's own port while Quad cannot start yet. */
export interface WaitingRoom {
  /** Opens the port, once. */
  open(): Promise<void>;
  /** Frees the port at once. */
  close(): void;
}

/**
 * Live, but not ready: a supervisor leaves the process alone, a proxy sends no requests, and people who come anyway get
 * a page that tries again on its own.
 */
export function createWaitingRoom({ environment, campus, providers }: QuadSettings): WaitingRoom {
  const refusal = unavailable();
  const campusData = presentCampus(campus, providers.titles, { demo: providers.demo, signInHelp: [] });
  const headers = {
    ...securityHeaders(environment.publicUrl),
    // The next request has to reach the server itself.
    connection: 'close',
    'retry-after': String(refusal.details.retryAfterSeconds),
  };
  const send = (response: ServerResponse, status: number, type: string, body: string, more = {}) =>
    response.writeHead(status, { ...headers, 'content-type': type, ...more }).end(body);

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (path === '/health/live') return void send(response, 200, 'application/json', '{"status":"live"}');
    if (path === '/health/ready')
      return void send(response, 503, 'application/json', '{"status":"unavailable"}');
    if (isForPrograms(path) || !/^text\/html/.test(request.headers.accept ?? '')) {
      return void send(
        response,
        503,
        'application/problem+json; charset=utf-8',
        JSON.stringify(toProblem(refusal)),
      );
    }
    const page = messagePage(messageFor(refusal), campusData);
    response.writeHead(page.status, { ...headers, ...page.headers }).end(page.html);
  }

  // An import in this module would load Node's own client with it, which startup does not need.
  const server = process.getBuiltinModule('node:http').createServer(answer);
  return {
    async open() {
      if (server.listening) return;
      server.listen(environment.port, environment.host);
      await once(server, 'listening');
    },
    close() {
      if (!server.listening) return;
      server.close();
      server.closeIdleConnections();
    },
  };
}
