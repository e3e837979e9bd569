import { useSyncExternalStore } from 'react';
import { useAccount } from '../session/account.ts';
import { type OutboxState, outboxStore } from './outbox.ts';
import { isSamePerson, type WaitingWrite } from './waiting.ts';

interface Waiting extends OutboxState {
  /** What the person in front of the screen wrote. */
  own: readonly WaitingWrite[];
  /** How many somebody else wrote on this device. */
  others: number;
}

/** What waits on this device, as it changes. */
export function useWaiting(): Waiting {
  const state = useSyncExternalStore(outboxStore.subscribe, outboxStore.current);
  const { account } = useAccount();
  const own = account === null ? [] : state.writes.filter(({ owner }) => isSamePerson(owner, account));
  return { ...state, own, others: state.writes.length - own.length };
}
