import { invalid, Refusal } from '../refusal/refusal.ts';
import { isLoopbackHost } from '../settings/environment.ts';

/** What a request says about its host. */
export interface NamedHost {
  /** As written in the request line. */
  target: string;
  host: string | undefined;
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[];
}

/**
 * A forged Host must not end up in a link or a cache. Health checks come by address and are exempt. Two hosts are
 * always refused, and if the request line has an address, its host counts (RFC 9112, 3.2): a proxy in front might look
 * at the other one.
 */
export function hostRule(publicUrl: string): (named: NamedHost) => void {
  const expected = new URL(publicUrl);
  const local = isLoopbackHost(expected.hostname);
  const defaultPort = expected.protocol === 'https:' ? ':443' : ':80';
  const isOurs = (written: string | undefined) => {
    // Host names are equal in any case, and with the port that the scheme implies (RFC 9110, 4.2.3).
    const host = written?.toLowerCase();
    if (host === expected.host || (expected.port === '' && host === expected.host + defaultPort)) return true;
    return local && host !== undefined && isLoopbackHost(host.replace(/:\d+$/, ''));
  };
  return ({ target, host, rawHeaders }) => {
    if (host !== undefined && onlyHost(rawHeaders) === undefined) {
      throw invalid({ form: 'This request names more than one host.' });
    }
    const isOwnTarget = isPath(target) || isOurs(hostOfTarget(target));
    if (isOwnTarget && (isOurs(host) || pathOfTarget(target).startsWith('/health/'))) return;
    throw new Refusal('misdirected', 'This server does not serve that host name.');
  };
}

/** `http://host/path`, which clients send to a proxy, becomes `/path`; anything else stays as it is. */
export function pathOfTarget(target: string): string {
  if (isPath(target) || hostOfTarget(target) === undefined) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function isPath(target: string): boolean {
  return target.startsWith('/') || target === '*';
}

function hostOfTarget(target: string): string | undefined {
  return /^https?:\/\//i.test(target) && URL.canParse(target) ? new URL(target).host : undefined;
}

/** The host of a request that names just one. Node's `headers` would have only the first of several. */
export function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}
