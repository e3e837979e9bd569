type Listener = () => void;
const listeners = new Set<Listener>();

/** Reports that a response contradicted the session: no one is signed in (401), or someone else. */
export function reportSessionChanged(): void {
  for (const listener of listeners) listener();
}

/**
 * Listens for each report.
 * @returns a function that stops listening
 */
export function onSessionChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
