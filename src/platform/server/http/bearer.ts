import type { IncomingHttpHeaders } from 'node:http';

/**
 * The service token of a request (RFC 6750, 2.1); `null` when it sends none. With a token, the request's cookies do not
 * count, and no other site can have sent it: before a browser sends this header across sites it asks us, and we never
 * agree. Other schemes are left to what is in front of us.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const scheme = /^bearer(?:\s+|$)/i.exec(authorization?.trim() ?? '');
  return scheme === null ? null : (authorization?.trim().slice(scheme[0].length) ?? '');
}

/** The cookies of a request; none when it has a token. */
export function cookiesThatCount(headers: IncomingHttpHeaders): string | undefined {
  return bearerOf(headers) === null ? headers.cookie : undefined;
}
