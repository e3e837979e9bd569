type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the session that a call was answered with 401. */
export function reportSignedOut(): void {
  for (const listener of listeners) listener();
}

/** Hears of every 401; gives back how to stop. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
