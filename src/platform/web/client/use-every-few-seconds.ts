import { useEffect, useRef } from 'react';

const every = 4_000;

/** Does something every four seconds while the page can be seen, and at once when it comes back into view. */
export function useEveryFewSeconds(work: () => void, enabled: boolean): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!enabled) return;
    const doIfSeen = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(doIfSeen, every);
    document.addEventListener('visibilitychange', doIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', doIfSeen);
    };
  }, [enabled]);
}
