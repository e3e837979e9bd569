import type { ApiError } from '../client/api-error.ts';
import { onAnswered, onSignedIn } from '../client/session-changed.ts';

type Change = (change: (now: ApiError | null) => ApiError | null) => void;

/**
 * Removes why the last submit failed once it is no longer true: the person is signed in again, or online again.
 * @returns a function that stops it
 */
export function withoutOutdated(change: Change): () => void {
  const remove = (isOutdated: (problem: ApiError) => boolean) => () =>
    change((now) => (now !== null && isOutdated(now) ? null : now));
  const isOnline = remove(({ silence }) => silence === 'offline');
  const stops = [onSignedIn(remove(({ isSignedOut }) => isSignedOut)), onAnswered(isOnline)];
  addEventListener('online', isOnline);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', isOnline);
  };
}
