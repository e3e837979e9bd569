import { childrenOf, currentMemory, peakMemory } from '../../harness/proc.ts';

/** Watches how much memory a process takes. @returns a function that ends it, and says the growth in megabytes */
export function watchGrowth(pid: number): () => number {
  const before = currentMemory(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, currentMemory(pid));
  }, 10);
  return () => {
    clearInterval(timer);
    return Math.max(most, currentMemory(pid)) - before;
  };
}

/** Watches the processes that a process starts from now on. @returns a function that ends it, and says the most that one of them took, in megabytes; 0 without any */
export function watchChildren(parent: number): () => number {
  const known = new Set(childrenOf(parent));
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf(parent)) if (!known.has(pid)) most = Math.max(most, tryPeak(pid));
  }, 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** It may end while it is looked at. */
function tryPeak(pid: number): number {
  try {
    return peakMemory(pid) || 0;
  } catch {
    return 0;
  }
}
