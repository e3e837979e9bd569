import type { ShortLinks } from './short-links.ts';

/** Whether a college keeps this name for itself. */
export function isReserved(shortUrl: string, reserved: ShortLinks['reserved']): boolean {
  return reserved.has(shortUrl.toLowerCase());
}

/** Other names of this machine; a portal on a loopback address responds to all of them. */
function isLoopback(hostname: string): boolean {
  return (
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /(^|\.)localhost$/.test(hostname) ||
    ['0.0.0.0', '[::]', '[::1]'].includes(hostname) ||
    // 127.0.0.0/8 as the URL parser writes it inside of IPv6.
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}

const defaultPorts = new Set(['', '80', '443']);

function isOwnHost(target: URL, own: URL): boolean {
  const hostname = target.hostname.replace(/\.$/, '');
  // A portal on the default port of https also redirects from that of http.
  const samePort = target.port === own.port || (defaultPorts.has(target.port) && own.port === '');
  if (!samePort) return false;
  return hostname === own.hostname || (isLoopback(own.hostname) && isLoopback(hostname));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Whether a target is below our own `/r/` or `/api/r/`, however host and path are spelled: a link to a link could loop
 * or hide where it goes.
 */
export function leadsToShortLink(target: URL, publicUrl: string): boolean {
  if (!isOwnHost(target, new URL(publicUrl))) return false;
  const [first, second, third] = target.pathname
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '');
  return (
    (first === 'r' && second !== undefined) || (first === 'api' && second === 'r' && third !== undefined)
  );
}
