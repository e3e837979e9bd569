import { useEffect, useRef } from 'react';

const every = 4_000;
/** Milliseconds without a key or a pointer. Then no one is there, and a request would keep the session from ending. */
const restsAfter = 10 * 60_000;
const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Does something every four seconds while the page can be seen and is used, and at once when someone comes back to it.
 */
export function useEveryFewSeconds(work: () => void, enabled: boolean): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => (enabled ? doEveryFewSeconds(() => latest.current()) : undefined), [enabled]);
}

/** The same without React. @returns Ends it */
export function doEveryFewSeconds(work: () => void): () => void {
  let usedAt = performance.now();
  const isResting = () => performance.now() - usedAt >= restsAfter;
  const doIfSeen = () => {
    if (document.visibilityState === 'visible' && !isResting()) work();
  };
  const noteUse = () => {
    const wasResting = isResting();
    usedAt = performance.now();
    if (wasResting) doIfSeen();
  };
  const noteView = () => {
    if (document.visibilityState === 'visible') usedAt = performance.now();
    doIfSeen();
  };
  const timer = setInterval(doIfSeen, every);
  document.addEventListener('visibilitychange', noteView);
  for (const use of uses) document.addEventListener(use, noteUse, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', noteView);
    for (const use of uses) document.removeEventListener(use, noteUse, { capture: true });
  };
}
