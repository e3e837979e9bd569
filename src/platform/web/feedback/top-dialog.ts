import { useEffect, useReducer, useSyncExternalStore } from 'react';

/** The topmost modal dialog, or `null`: everything outside it can be neither announced nor clicked. */
export function useTopDialog(): HTMLElement | null {
  const top = useSyncExternalStore(subscribe, topDialog);
  // One that goes with its page is no longer in the document when it says that it was closed.
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    top?.addEventListener('close', lookAgain);
    return () => top?.removeEventListener('close', lookAgain);
  }, [top]);
  return top;
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
