import { useEffect, useSyncExternalStore } from 'react';
import type { Notice } from '../../contract/notices.ts';
import { useOnline } from '../offline/use-online.ts';
import { useAccount } from '../session/account.ts';
import { arriveAt, currentNotices, readNotices, subscribeToNotices } from './notices.ts';

/** What tools say to this person at a path. */
export function useNotices(place: string): { notices: readonly Notice[]; reread: () => Promise<void> } {
  const { account } = useAccount();
  const owner = account?.id ?? null;
  const online = useOnline();
  const known = useSyncExternalStore(subscribeToNotices, currentNotices, currentNotices);
  useEffect(() => {
    if (owner === null || !online) return;
    void arriveAt(owner, place);
    const comeBack = () => {
      if (!document.hidden) void readNotices(owner, place);
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [owner, place, online]);
  const isOwn = owner !== null && known.owner === owner && known.place === place;
  return {
    notices: isOwn ? known.notices : [],
    reread: async () => {
      if (owner !== null) await readNotices(owner, place);
    },
  };
}
