import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { whenIdle } from '../routes/when-idle.ts';
import { useAccount } from '../session/account.ts';
import { useOnline } from '../session/use-online.ts';
import { countByAddress, readWaiting, type Waiting, waitingStore } from './waiting.ts';

/** What is waiting for this person: loaded once the page is drawn, and again when they come back to it. */
export function useWaiting(): Waiting & { retry: () => Promise<void> } {
  const { account } = useAccount();
  const owner = account?.id ?? null;
  const online = useOnline();
  const known = useSyncExternalStore(waitingStore.subscribe, waitingStore.current);
  useEffect(() => {
    if (owner === null || !online) return;
    void whenIdle().then(() => readWaiting(owner));
    const comeBack = () => {
      if (!document.hidden) void readWaiting(owner);
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [owner, online]);
  const isOwn = owner !== null && known.owner === owner;
  return {
    ...(isOwn ? known : { owner, items: null, missing: [], failed: false }),
    retry: async () => {
      if (owner !== null) await readWaiting(owner, { anyway: true });
    },
  };
}

/** @returns a function that gives the number of things waiting at an address; 0 until it is known */
export function useWaitingCounts(): (address: string) => number {
  const { items } = useWaiting();
  const counts = useMemo(() => countByAddress(items ?? []), [items]);
  return (address) => counts.get(address) ?? 0;
}
