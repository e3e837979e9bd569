/** Uploads whose bodies are still arriving. */
export interface UploadsUnderWay {
  /** Runs the reading of one; the signal aborts when the server cannot wait for it any longer. */
  run<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T>;
  refuse(): void;
  /** When none of them is left: each has removed what it had stored. */
  ended(): Promise<void>;
}

export function createUploadsUnderWay(): UploadsUnderWay {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    async run(read) {
      const work = read(stopping.signal);
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    refuse: () => stopping.abort(),
    async ended() {
      await Promise.allSettled(running);
    },
  };
}
