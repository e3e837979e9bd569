import { useSyncExternalStore } from 'react';

/** The topmost modal dialog, or `null`: everything outside it can be neither announced nor clicked. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}

function topDialog(): HTMLElement | null {
  const open = document.querySelectorAll<HTMLElement>('dialog:modal');
  return open[open.length - 1] ?? null;
}

/** Neither event bubbles, so it listens in the capturing phase. */
function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  document.addEventListener('toggle', listener, options);
  document.addEventListener('close', listener, options);
  return () => stop.abort();
}
