import { useEffect, useRef } from 'react';
import { onSignedIn } from './session-changed.ts';

/** A server that refuses someone whom it calls signed in is not asked more often than every this many milliseconds. */
const contradictionPause = 10_000;

/**
 * Tries again what failed once the device is online again or the person is signed in again: whoever waits presses nothing.
 * @param isAwaited Whether it failed, and may work then
 */
export function useWhenBack(isAwaited: boolean, again: () => void): void {
  const latest = useRef(again);
  const triedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!isAwaited) return;
    const run = () => latest.current();
    const stopListening = onSignedIn(() => {
      const now = performance.now();
      if (now - triedAt.current < contradictionPause) return;
      triedAt.current = now;
      run();
    });
    addEventListener('online', run);
    return () => {
      stopListening();
      removeEventListener('online', run);
    };
  }, [isAwaited]);
}
