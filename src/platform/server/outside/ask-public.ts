import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isPublicAddress } from './public-address.ts';

interface Address {
  address: string;
  family: number;
}

/** What came of asking an address. */
export type Asked =
  | { kind: 'answered'; status: number }
  /** A redirect to a host that may not be asked. */
  | { kind: 'left'; host: string }
  /** The host is on a network, or the address at a port, that is never asked. */
  | { kind: 'refused' }
  /** `code` is that of the system, or `TIMEOUT`, `TOO_MANY_REDIRECTS`, `BAD_REDIRECT`. */
  | { kind: 'failed'; code: string };

/**
 * Asks by HEAD and, if that fails, by GET, whose body is not read. Follows redirects.
 * @param mayAsk Decides about each host, in lower case, before its name is looked up.
 * @throws the reason of `signal`; nothing else
 */
export type AskPublic = (
  address: string,
  mayAsk: (host: string) => boolean,
  signal: AbortSignal,
) => Promise<Asked>;

export interface Asking {
  /** Says honestly who asks. */
  userAgent: string;
  /** For one request, in milliseconds. */
  patience?: number;
  /** Between two requests to the same host, in milliseconds. */
  pause?: number;
  /** Looks a name up. */
  resolve?: (host: string) => Promise<readonly Address[]>;
  /** Whether to connect there; only a test allows its own machine. */
  isReachable?: (address: string, port: number) => boolean;
}

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The usual ports of the web: other services of a public host are never asked. */
const isPublicSite = (address: string, port: number) =>
  isPublicAddress(address) && (port === 80 || port === 443);

/** Asks addresses that people typed in, on the public internet only. */
export function createAskPublic({
  userAgent,
  patience = 8_000,
  pause = 500,
  resolve = (host) => lookup(host, { all: true }),
  isReachable = isPublicSite,
}: Asking): AskPublic {
  const nextTurn = new Map<string, number>();

  /** One request after another to the same host, with a pause in between. */
  async function takeTurn(host: string, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, nextTurn.get(host) ?? 0);
    nextTurn.set(host, turn + pause);
    if (turn > now) await wait(turn - now, undefined, { signal });
  }

  /** Looks the name up once and connects to what was found and checked: a second answer of a name server is not asked for. */
  async function send(url: URL, method: 'HEAD' | 'GET', signal: AbortSignal) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const family = isIP(host);
    const found = family === 0 ? await unlessAborted(resolve(host), signal) : [{ address: host, family }];
    if (found.length === 0) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
    if (!found.every(({ address }) => isReachable(address, port))) return null;
    const options = {
      ...{ host, port, method, signal, path: url.pathname + url.search },
      headers: { 'user-agent': userAgent, accept: '*/*' },
      agent: false as const,
      lookup: always(found),
    };
    // Loaded when it is first needed: a start does without Node's own HTTP client.
    const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
    return new Promise<{ status: number; location: string | undefined }>((done, fail) => {
      const sent = request(options);
      sent.on('error', fail);
      sent.on('response', (response) => {
        done({ status: response.statusCode ?? 0, location: response.headers.location });
        // The body is never read, however long it is.
        response.on('error', () => undefined).destroy();
      });
      // The only event when a site switches protocols, which no one asked for.
      sent.on('close', () => fail(Object.assign(new Error('No answer.'), { code: 'ECONNRESET' })));
      sent.end();
    });
  }

  async function follow(
    start: string,
    method: 'HEAD' | 'GET',
    mayAsk: (host: string) => boolean,
    signal: AbortSignal,
  ): Promise<Asked> {
    let url = new URL(start);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      if (!mayAsk(url.hostname)) return { kind: 'left', host: url.hostname };
      await takeTurn(url.hostname, signal);
      const limit = AbortSignal.timeout(patience);
      const answer = await send(url, method, AbortSignal.any([signal, limit])).catch((error: unknown) => {
        signal.throwIfAborted();
        return limit.aborted ? 'TIMEOUT' : codeOf(error);
      });
      if (answer === null) return { kind: 'refused' };
      if (typeof answer === 'string') return { kind: 'failed', code: answer };
      const { status, location } = answer;
      if (!redirects.has(status) || location === undefined) return { kind: 'answered', status };
      const next = URL.parse(location, url);
      if (next === null || !/^https?:$/.test(next.protocol)) return { kind: 'failed', code: 'BAD_REDIRECT' };
      url = next;
    }
    return { kind: 'failed', code: 'TOO_MANY_REDIRECTS' };
  }

  return async (address, mayAsk, signal) => {
    const asked = await follow(address, 'HEAD', mayAsk, signal);
    // Some servers know only GET.
    const isFine = asked.kind === 'answered' ? asked.status < 400 : asked.kind !== 'failed';
    return isFine ? asked : follow(address, 'GET', mayAsk, signal);
  };
}

/** A name server's answer, given again to the connection that is about to be made. */
function always(found: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first = { address: '', family: 4 }] = found;
    if (all) done(null, [...found]);
    else done(null, first.address, first.family);
  };
}

/** Looking up a name can't be stopped, only no longer waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    work.then(done, fail);
  });
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  // Of several addresses that were tried, the first failure speaks for all.
  if (code === undefined && error instanceof AggregateError) return codeOf(error.errors[0]);
  return typeof code === 'string' ? code : 'UNKNOWN';
}
