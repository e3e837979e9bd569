import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal/refusal.ts';
import { mostHeaders } from './limits.ts';

/** What the headers of a request say of its framing. */
interface Framing {
  hasHost: boolean;
  hasBody: boolean;
  /** A body that is coded in another way than in chunks. */
  isOddlyCoded: boolean;
}

/** Read from the raw list: `headers` is only built when somebody looks at it, and joins or drops what came twice. */
function framingOf(rawHeaders: readonly string[]): Framing {
  const framing = { hasHost: false, hasBody: false, isOddlyCoded: false };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') framing.hasHost = true;
    else if (name.length === 14 && name.toLowerCase() === 'content-length') framing.hasBody = true;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      framing.hasBody = true;
      framing.isOddlyCoded ||= rawHeaders[at + 1]?.trim().toLowerCase() !== 'chunked';
    }
  }
  return framing;
}

/**
 * Refuses what a proxy in front of us may read in another way than we do (RFC 9112): a coding that does not say where
 * the body ends, no host, another major version. Which hosts and targets are ours is another rule (`host.ts`).
 */
export function assertWellFormed({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): void {
  if (rawHeaders.length > mostHeaders * 2) {
    throw new Refusal('headers-too-large', 'This request has too many headers.');
  }
  const { hasHost, isOddlyCoded } = framingOf(rawHeaders);
  const isHosted = hasHost || httpVersionMinor === 0;
  if (httpVersionMajor !== 1 || !isHosted || isOddlyCoded) {
    throw new Refusal('invalid', 'This is not a well-formed request.');
  }
}

/** Whether nothing of this needs a second look: few headers and no body. */
export function isPlain(rawHeaders: readonly string[]): boolean {
  return rawHeaders.length <= mostHeaders * 2 && !framingOf(rawHeaders).hasBody;
}
