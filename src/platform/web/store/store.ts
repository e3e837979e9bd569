/** A value that several parts of a page show. Its functions fit `useSyncExternalStore`. */
export interface Store<State> {
  current(): State;
  /** @returns a function that stops listening */
  subscribe(listener: () => void): () => void;
  become(next: State): void;
}

export function createStore<State>(first: State): Store<State> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    become(next) {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
