type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the session that an answer said otherwise: nobody is signed in (401), or somebody else. */
export function reportSessionChanged(): void {
  for (const listener of listeners) listener();
}

/** Hears of each of them; gives back how to stop. */
export function onSessionChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
