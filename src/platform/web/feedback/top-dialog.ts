import { useSyncExternalStore } from 'react';

/** The modal dialog that lies uppermost, or `null`: everything outside it can neither be seen to speak nor be pressed. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}

function topDialog(): HTMLElement | null {
  const open = document.querySelectorAll<HTMLElement>('dialog:modal');
  return open[open.length - 1] ?? null;
}

/** Neither event bubbles, hence the capturing phase. */
function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  document.addEventListener('toggle', listener, options);
  document.addEventListener('close', listener, options);
  return () => stop.abort();
}
