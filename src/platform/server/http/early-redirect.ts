import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Call } from '../../contract/call.ts';
import { securityHeaders } from './headers.ts';
import { onlyHost } from './host.ts';
import { countQuietly } from './observe.ts';
import { isPlain } from './well-formed.ts';

export interface EarlyRedirect {
  /** The declared call `/prefix/:name`, whose route handles what is not handled here. */
  call: Pick<Call, 'path'>;
  /** Where a name goes, if known without waiting; `undefined` leaves the request to the route. */
  locate(name: string, method: 'GET' | 'HEAD'): string | undefined;
}

/**
 * Redirects before any route is looked up: for addresses so busy that finding a route, building a request, and running
 * its hooks would cost more than the response. Security headers, host rule, limits, and metrics are the same as
 * everywhere; anything unusual is left to the route.
 */
export function addEarlyRedirect(
  app: Pick<FastifyInstance, 'earlyAnswers'>,
  { call, locate }: EarlyRedirect,
  { publicUrl, metrics }: { publicUrl: string; metrics: Registry },
): void {
  const prefix = call.path.slice(0, call.path.indexOf(':'));
  const host = new URL(publicUrl).host;
  const tally = countQuietly(metrics, { route: call.path, status: 302 });
  // One list for all responses: it is written out before the next request is looked at.
  const headers = [
    ...Object.entries(securityHeaders(publicUrl)).flat(),
    'content-length',
    '0',
    'location',
    '',
  ];

  function answer({ method, url = '', rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
    // Node builds `headers` only when it is read, and nothing else here reads it.
    if (!url.startsWith(prefix) || onlyHost(rawHeaders) !== host) return false;
    if ((method !== 'GET' && method !== 'HEAD') || !isPlain(rawHeaders)) return false;
    const end = url.indexOf('?');
    const location = locate(url.slice(prefix.length, end < 0 ? url.length : end), method);
    if (location === undefined) return false;
    headers[headers.length - 1] = location;
    response.writeHead(302, headers);
    response.end();
    tally.answers += 1;
    return true;
  }

  app.earlyAnswers.push(answer);
}
