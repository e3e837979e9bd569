import type { WaitingWrite } from './waiting.ts';

/** What the tabs and the service worker of a browser tell one another about the writes that wait. */
export interface News {
  /** What has just been sent; empty when something else changed. */
  sent: readonly Pick<WaitingWrite, 'key' | 'about' | 'owner'>[];
}

type Listener = (news: News) => void;
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function opened(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('quad-waiting');
    channel.onmessage = (event: MessageEvent<News>) => {
      for (const listener of listeners) listener(event.data);
    };
  }
  return channel;
}

/** Tells this page and every other one. */
export function tell(news: News): void {
  for (const listener of listeners) listener(news);
  opened()?.postMessage(news);
}

export function hear(listener: Listener): () => void {
  opened();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
