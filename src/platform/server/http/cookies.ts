import { parseCookie, stringifySetCookie } from 'cookie';
import type { CookieOptions } from './context.ts';

/** The cookies of a request and those that its response sets. */
export interface CookieJar {
  read(name: string): string | undefined;
  write(name: string, value: string, options?: CookieOptions): void;
  /** `Set-Cookie` lines for the response. */
  lines(): string[];
}

/**
 * `__Host-` binds a cookie to exactly this host and to https, so that no sibling host can plant one (RFC 6265bis). On
 * plain http, which is only allowed on loopback, browsers would drop it, so the plain name is used there.
 */
export function cookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function createCookieJar(header: string | undefined, publicUrl: string): CookieJar {
  const received = header === undefined ? {} : parseCookie(header);
  const written: string[] = [];
  return {
    read: (name) => received[cookieName(name, publicUrl)],
    write(name, value, options = {}) {
      written.push(
        stringifySetCookie({
          name: cookieName(name, publicUrl),
          value,
          httpOnly: options.readable !== true,
          secure: publicUrl.startsWith('https:'),
          sameSite: 'lax',
          path: '/',
          ...(options.maxAge === undefined ? {} : { maxAge: options.maxAge }),
        }),
      );
    },
    lines: () => written,
  };
}
