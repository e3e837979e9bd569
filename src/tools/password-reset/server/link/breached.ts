import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { fetchWhole } from '../../../../platform/server/outside/fetch-whole.ts';

/** Whether a password is known from a breach at another site. Never throws. */
export type IsBreached = (password: string) => Promise<boolean>;

/** The longest that someone waits for the service, in milliseconds. */
const usualPatience = 3_000;
/** In bytes. A range has about a thousand lines of some forty characters; anything much longer is a different response. */
const longestRange = 1024 * 1024;

/**
 * Asks a list of breached passwords for a range: the service gets the first 5 of 40 hexadecimal digits of the SHA-1 hash,
 * which about a thousand passwords share, and never the password (https://haveibeenpwned.com/API/v3#PwnedPasswords).
 * While it isn't answering, every password passes: docs/decisions/032.
 */
export function askRange(
  { url, patience = usualPatience }: { url: string; patience?: number },
  log: FastifyBaseLogger,
): IsBreached {
  return async (password) => {
    const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
    const [prefix, rest] = [hash.slice(0, 5), hash.slice(5)];
    try {
      const range = await readRange({ url, patience }, prefix);
      return range.split(/\r?\n/).some((line) => isFound(line, rest));
    } catch (error) {
      // Only the kind of error: a message may have the address, and with it the start of the hash.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn(
        { reason },
        'The list of breached passwords did not answer, so this password was not looked up.',
      );
      return false;
    }
  };
}

/** Checks that the list answers. @throws any error; its message has nothing from a password */
export async function checkRanges({ url }: { url: string }): Promise<void> {
  if (!/^[0-9A-F]{35}:\d+/i.test(await readRange({ url, patience: usualPatience }, '00000')))
    throw new Error('Its response is not a range.');
}

async function readRange(
  { url, patience }: { url: string; patience: number },
  prefix: string,
): Promise<string> {
  const response = await fetchWhole(`${url.replace(/\/+$/, '')}/${prefix}`, {
    // Made-up lines among the real ones: the length of the response reveals nothing, either.
    headers: { 'add-padding': 'true', 'user-agent': 'quad-portal' },
    most: longestRange,
    patience,
  });
  if (!response.ok) throw new Error(`It responded with ${response.status}.`);
  return response.text();
}

/** `0018A45C4D1DEF81644B54AB7F969B88D65:10`; a made-up line has the count 0. */
function isFound(line: string, rest: string): boolean {
  const [suffix = '', count = '0'] = line.trim().split(':');
  return suffix.toUpperCase() === rest && Number(count) > 0;
}
