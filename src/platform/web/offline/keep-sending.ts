import { onChanged } from './channel.ts';
import { hasWaiting, refreshEntries, sendNow } from './entries.ts';
import type { Owner } from './entry.ts';

const shortestWaitMs = 5_000;
const longestWaitMs = 5 * 60_000;

/**
 * Sends what this person wrote whenever there is a chance: now, when the connection is back, when the page is
 * looked at again, and after longer and longer waits while the portal cannot be reached.
 * @returns a function that stops it
 */
export function keepSending(person: Owner): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let wait = shortestWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;

  const tryAgainIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void attempt(), milliseconds);
  };
  async function attempt(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isTrying || signal.aborted) return;
    isTrying = true;
    try {
      await refreshEntries();
      if (!hasWaiting(person) || navigator.onLine === false) return;
      const delivery = await sendNow();
      if (delivery?.ending === 'unreachable' || delivery?.ending === 'held') {
        tryAgainIn(Math.max(wait, (delivery.retryAfter ?? 0) * 1_000));
        wait = Math.min(wait * 2, longestWaitMs);
      } else wait = shortestWaitMs;
    } catch {
      // The browser denies access to its storage: there is nothing to send.
    } finally {
      isTrying = false;
    }
  }
  const hopeAgain = () => {
    wait = shortestWaitMs;
    void attempt();
  };

  addEventListener('online', hopeAgain, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hopeAgain(), {
    signal,
  });
  const stopHearing = onChanged(() => {
    // An entry that has just started waiting has had its try.
    if (timer === undefined && !isTrying) tryAgainIn(wait);
  });
  void attempt();
  return () => {
    stop.abort();
    stopHearing();
    clearTimeout(timer);
  };
}
