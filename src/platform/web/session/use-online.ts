import { useSyncExternalStore } from 'react';
import { useAccount } from './account.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether there is a connection: the browser says so, and the server has confirmed who is here. */
export function useOnline(): boolean {
  const isConnected = useSyncExternalStore(subscribe, () => navigator.onLine !== false);
  const { assumed } = useAccount();
  return isConnected && !assumed;
}
