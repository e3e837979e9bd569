import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';

/** Sends one small request over and over, on a new connection each time. */
export interface AnswerWatch {
  /**
   * Stops.
   * @returns milliseconds of each response, sorted, and how many were not 200
   */
  stop(): Promise<{ took: number[]; wrong: number }>;
}

/** The readiness of a server, as a stranger asks for it. */
export function watchHealth(url: string): AnswerWatch {
  return watchAnswers(`${url}/health/ready`);
}

export function watchAnswers(address: string, headers: Record<string, string> = {}): AnswerWatch {
  const took: number[] = [];
  let wrong = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      const begun = performance.now();
      const answer = await ask(address, { headers, patience: 10_000 }).catch(() => null);
      took.push(performance.now() - begun);
      if (answer?.status !== 200) wrong += 1;
      await pause(50);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      return { took: took.toSorted((one, other) => one - other), wrong };
    },
  };
}

/** The median and the maximum of sorted milliseconds, as text. */
export function describeTimes(sorted: readonly number[]): string {
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
}
