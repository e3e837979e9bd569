import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * The service token of a request (RFC 6750, 2.1); `null` when it sends none. With a token, the request's cookies do not
 * count, and no other site can have sent it: before a browser sends this header across sites it asks us, and we never
 * agree. Other schemes are left to what is in front of us.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const scheme = /^bearer(?:\s+|$)/i.exec(authorization?.trim() ?? '');
  return scheme === null ? null : (authorization?.trim().slice(scheme[0].length) ?? '');
}

/** The cookies of a request; none when it has a token, and none for a call that other sites may send. */
export function cookiesThatCount({ headers, routeOptions }: FastifyRequest): string | undefined {
  const own = bearerOf(headers) === null && routeOptions.config.fromOtherSites !== true;
  return own ? headers.cookie : undefined;
}
