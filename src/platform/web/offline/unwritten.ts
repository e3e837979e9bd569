import type { Draft } from './entry.ts';

/** Drafts whose last change is on its way to the store. */
const underWay = new Map<string, Draft>();
const prefix = 'quad-unwritten-';

/**
 * Records that a draft is being written. A browser drops writes that are still pending when their page closes; what it has in
 * `localStorage` by then stays, until the next page has put it into the store.
 * @returns a function for when it is written, or can't be
 */
export function noteUnwritten(draft: Draft): () => void {
  forgetUnwritten(draft.id);
  underWay.set(draft.id, draft);
  // The last event that a page is sure to get: a phone may end one that is out of sight without notice.
  addEventListener('visibilitychange', keepUnwritten);
  return () => {
    // Otherwise the last change of several is still under way.
    if (underWay.get(draft.id) === draft) forgetUnwritten(draft.id);
  };
}

/** For a draft that is in the store, or deleted. */
export function forgetUnwritten(id: string): void {
  underWay.delete(id);
  storage()?.removeItem(prefix + id);
}

/** What pages that closed have left for the store. */
export function unwrittenDrafts(): Draft[] {
  return Object.entries(storage() ?? {}).flatMap(([name, text]) =>
    name.startsWith(prefix) ? JSON.parse(text) : [],
  );
}

function keepUnwritten(): void {
  try {
    for (const draft of underWay.values()) storage()?.setItem(prefix + draft.id, JSON.stringify(draft));
  } catch {
    // The device is full: the write that is under way is all there is.
  }
}

/** `null` if storage is forbidden, and in the service worker. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
