import { throttleUnit } from '../../../platform/server/network/client-address.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { resolveLink } from '../contract.ts';
import type { LoadedLink } from './link-loader.ts';
import type { Followed, LinkMemory } from './link-memory.ts';
import type { MissLimit } from './miss-limit.ts';
import type { VisitCounter } from './visit-counter.ts';

/** What following a link needs. */
export interface FollowServices {
  memory: LinkMemory;
  visits: VisitCounter;
  misses: MissLimit;
}

const name = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The link from memory, without waiting: `undefined` means that `findFollowed` has to be asked.
 * @param shortUrl As it is in the address, in any case.
 */
export function recallFollowed({ memory }: FollowServices, shortUrl: string): Followed | undefined {
  return memory.recall(shortUrl) ?? (name.test(shortUrl) ? memory.recall(shortUrl.toLowerCase()) : undefined);
}

/**
 * The link from the database; `null` if there is none. Misses are throttled per network, hits never: over its limit,
 * a network's requests wait for the next shared query, so a scan costs a few queries a second.
 * @throws Refusal `too-many` for one miss too many, `unavailable` if the database does not respond.
 */
export async function findFollowed(
  { memory, misses }: FollowServices,
  shortUrl: string,
  clientAddress: string,
): Promise<Followed | null> {
  const unit = throttleUnit(clientAddress);
  const mayMiss = misses.take(unit);
  const found = await lookUp(memory, shortUrl, mayMiss).catch((error: unknown) => {
    if (mayMiss) misses.giveBack(unit);
    throw error;
  });
  if (found !== null && mayMiss) misses.giveBack(unit);
  if (found === null && !mayMiss) {
    throw refusalOf(resolveLink, 'too-many-misses', { retryAfterSeconds: misses.retryAfterSeconds(unit) });
  }
  return found;
}

async function lookUp(memory: LinkMemory, shortUrl: string, mayMiss: boolean): Promise<Followed | null> {
  if (!name.test(shortUrl)) return null;
  return memory.find(shortUrl.toLowerCase(), mayMiss ? 'at-once' : 'patiently');
}

/** Counts the visit of a response that goes to a link. */
export function countVisit({ memory, visits }: FollowServices, link: LoadedLink): void {
  visits.count(link, memory.now());
}
