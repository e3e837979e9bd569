import type { IncomingHttpHeaders } from 'node:http';

/**
 * The service token of a request (RFC 6750, 2.1), `null` when it sends none. A request with one is its token's alone:
 * its cookies count for nothing, and no other site can have sent it, since a browser asks us before it sends this header
 * across sites, and we never agree. Other schemes are left to whoever stands in front of us.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const scheme = /^bearer(?:\s+|$)/i.exec(authorization?.trim() ?? '');
  return scheme === null ? null : (authorization?.trim().slice(scheme[0].length) ?? '');
}

/** The cookies of a request, none where a token speaks. */
export function cookiesThatCount(headers: IncomingHttpHeaders): string | undefined {
  return bearerOf(headers) === null ? headers.cookie : undefined;
}
