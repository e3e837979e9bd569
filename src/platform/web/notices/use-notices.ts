import { useEffect, useSyncExternalStore } from 'react';
import type { Notice } from '../../contract/notices.ts';
import { useAccount } from '../session/account.ts';
import { useOnline } from '../session/use-online.ts';
import { arriveAt, lookEvery, lookForNews, noticesStore, readNotices } from './notices.ts';

function useKnown() {
  const { account, status } = useAccount();
  const owner = account?.id ?? null;
  const known = useSyncExternalStore(noticesStore.subscribe, noticesStore.current, noticesStore.current);
  const isOwn = known.owner === owner;
  return { owner, isSettled: account !== null || status === 'signed-out', known, isOwn };
}

/** What tools say to this person, or to a visitor, at a path, apart from emergencies. */
export function useNotices(place: string): { notices: readonly Notice[]; reread: () => Promise<void> } {
  const { owner, isSettled, known, isOwn } = useKnown();
  const online = useOnline();
  useEffect(() => {
    if (!isSettled || !online) return;
    void arriveAt(owner, place);
    const comeBack = () => {
      if (!document.hidden) void readNotices(owner);
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [owner, isSettled, place, online]);
  return {
    notices: isOwn ? known.data.filter(({ places }) => places.includes(place)) : [],
    reread: () => readNotices(owner),
  };
}

/** Emergencies and the count of the bell, which belong to every page; keeps them fresh while one is open. */
export function useEverywhereNotices(path: string): { emergencies: readonly Notice[]; unread: number } {
  const { owner, isSettled, known, isOwn } = useKnown();
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: someone who moves between pages looks again
  useEffect(() => {
    if (!isSettled || !online) return;
    const look = () => {
      if (!document.hidden) void lookForNews(owner);
    };
    look();
    const timer = setInterval(look, lookEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [owner, isSettled, path, online]);
  if (!isOwn) return { emergencies: [], unread: 0 };
  return { emergencies: known.data.filter(({ tone }) => tone === 'emergency'), unread: known.unread };
}
