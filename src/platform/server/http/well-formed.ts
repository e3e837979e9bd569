import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusal/refusal.ts';
import { mostHeaders } from './limits.ts';
import { marksPrefetch } from './prefetch.ts';

/** What the headers of a request say about its framing. */
interface Framing {
  hasHost: boolean;
  hasBody: boolean;
  /** A body with a transfer coding other than chunked. */
  isOddlyCoded: boolean;
  isPrefetch: boolean;
}

/** Reads the raw list: Node builds `headers` only when it is read, and joins or drops repeated headers. */
function framingOf(rawHeaders: readonly string[]): Framing {
  const framing = { hasHost: false, hasBody: false, isOddlyCoded: false, isPrefetch: false };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') framing.hasHost = true;
    else if (name.length === 14 && name.toLowerCase() === 'content-length') framing.hasBody = true;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      framing.hasBody = true;
      framing.isOddlyCoded ||= rawHeaders[at + 1]?.trim().toLowerCase() !== 'chunked';
    } else if (marksPrefetch(name.toLowerCase())) framing.isPrefetch = true;
  }
  return framing;
}

/**
 * Refuses what a proxy in front of us may read differently (RFC 9112): a transfer coding that does not say where the
 * body ends, no host, another major version. Which hosts and targets are ours is another rule (`host.ts`).
 */
function assertWellFormed({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): void {
  if (rawHeaders.length > mostHeaders * 2) {
    throw new Refusal('headers-too-large', 'This request has too many headers.');
  }
  const { hasHost, isOddlyCoded } = framingOf(rawHeaders);
  const isHosted = hasHost || httpVersionMinor === 0;
  if (httpVersionMajor !== 1 || !isHosted || isOddlyCoded) {
    throw new Refusal('invalid', 'This is not a well-formed request.');
  }
}

/**
 * The rule above for all requests of a server. No one knows where a malformed request ends, so its connection is
 * closed, and what was sent after it is refused as well.
 */
export function createFramingRule(): (request: IncomingMessage, reply: FastifyReply) => void {
  const closing = new WeakSet<Socket>();
  return (request, reply) => {
    try {
      if (closing.has(request.socket)) throw new Refusal('invalid', 'This followed a malformed request.');
      assertWellFormed(request);
    } catch (error) {
      closing.add(request.socket);
      reply.header('connection', 'close');
      throw error;
    }
  };
}

/** Whether nothing in it needs a second look: few headers, no body, no prefetch. */
export function isPlain(rawHeaders: readonly string[]): boolean {
  if (rawHeaders.length > mostHeaders * 2) return false;
  const { hasBody, isPrefetch } = framingOf(rawHeaders);
  return !hasBody && !isPrefetch;
}
