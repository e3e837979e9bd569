import type { ServerResponse } from 'node:http';
import { Refusal } from '../refusal/refusal.ts';

/** More than someone saves at once. */
export const mostDownloads = 10;

/** Counts a download until its response has ended. @throws Refusal `too-many` if too many are under way */
export type CountDownload = (who: string, response: ServerResponse) => void;

/**
 * How many downloads one person or address can have at once. Each one that is not read keeps a batch of rows in memory
 * until it is given up a minute and a half later.
 */
export function createDownloadLimit(): CountDownload {
  const underWay = new Map<string, number>();
  return (who, response) => {
    const others = underWay.get(who) ?? 0;
    if (others >= mostDownloads) {
      const detail = 'You have several downloads running. Let one of them finish first.';
      throw new Refusal('too-many', detail, { retryAfterSeconds: 10 });
    }
    // The client left while its session was being looked up, say, and nothing will report that again.
    if (response.closed) return;
    underWay.set(who, others + 1);
    response.once('close', () => {
      const left = (underWay.get(who) ?? 0) - 1;
      if (left > 0) underWay.set(who, left);
      else underWay.delete(who);
    });
  };
}
