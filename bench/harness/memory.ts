import { currentMemory } from '../../harness/proc.ts';

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
