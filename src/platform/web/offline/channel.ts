import type { Entry } from './entry.ts';

/** What the tabs and the service worker of a browser send each other when entries have changed. */
export interface EntriesChanged {
  /** What has just been sent; empty when something else changed. */
  sent: readonly Pick<Entry, 'id' | 'about' | 'owner'>[];
}

type Listener = (change: EntriesChanged) => void;
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function opened(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('quad-entries');
    channel.onmessage = (event: MessageEvent<EntriesChanged>) => {
      for (const listener of listeners) listener(event.data);
    };
  }
  return channel;
}

/** Notifies this page and every other one. */
export function announceChange(change: EntriesChanged = { sent: [] }): void {
  for (const listener of listeners) listener(change);
  opened()?.postMessage(change);
}

/**
 * Listens for every change.
 * @returns a function that stops listening
 */
export function onChanged(listener: Listener): () => void {
  opened();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
