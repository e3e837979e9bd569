import { useEffect, useRef } from 'react';

const every = 4_000;
/** Milliseconds without a key or a pointer event. Then no one is there, and requests would keep the session from ending. */
const restsAfter = 10 * 60_000;
const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** What a screen has read, as `useCall` returns it. */
interface Reading {
  refetch(options: { cancelRefetch: boolean }): unknown;
}

/**
 * Reads again every four seconds while the page can be seen and is used, and at once when someone comes back to it. A
 * request that takes longer is waited for.
 */
export function useEveryFewSeconds(readings: readonly Reading[], enabled: boolean): void {
  const latest = useRef(readings);
  useEffect(() => {
    latest.current = readings;
  });
  useEffect(() => (enabled ? readEveryFewSeconds(() => latest.current) : undefined), [enabled]);
}

/** The same without React. @returns Ends it */
export function readEveryFewSeconds(readings: () => readonly Reading[]): () => void {
  let usedAt = performance.now();
  const isResting = () => performance.now() - usedAt >= restsAfter;
  const readIfSeen = () => {
    if (document.visibilityState !== 'visible' || isResting()) return;
    // By default, a slow request would be canceled and sent again, and none would ever arrive.
    for (const { refetch } of readings()) void refetch({ cancelRefetch: false });
  };
  const noteUse = () => {
    const wasResting = isResting();
    usedAt = performance.now();
    if (wasResting) readIfSeen();
  };
  const noteView = () => {
    if (document.visibilityState === 'visible') usedAt = performance.now();
    readIfSeen();
  };
  const timer = setInterval(readIfSeen, every);
  document.addEventListener('visibilitychange', noteView);
  for (const use of uses) document.addEventListener(use, noteUse, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', noteView);
    for (const use of uses) document.removeEventListener(use, noteUse, { capture: true });
  };
}
