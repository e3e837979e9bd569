import type { FastifyBaseLogger } from 'fastify';
import { createRepeats } from '../log/repeats.ts';

/** Something of a tool that can be asked. */
export interface Askable {
  readonly id: string;
}

/**
 * Asks tools for a part of a page, so that one that fails or is slow costs the page only that part. A tool that is
 * still busy with a late response is not asked again: it would only get slower.
 * @param what For the log: "what waits for a person"
 * @param limit How long a tool may take, in milliseconds
 * @returns asks one tool, and is `null` if it failed or took too long
 */
export function createAskInTime<Source extends Askable>(
  what: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  limit: number,
): <Answer>(source: Source, answer: () => Promise<Answer>) => Promise<Answer | null> {
  const late = new Set<Source>();
  // Pages ask many times a second, and in an outage every one of them fails.
  const repeats = createRepeats(log);
  return async (source, answer) => {
    if (late.has(source)) return null;
    const asked = Promise.resolve().then(answer);
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        late.add(source);
        const done = () => void late.delete(source);
        asked.then(done, done);
        repeats.warn(`${source.id} is late`, { tool: source.id }, `A tool took too long to say ${what}.`);
        resolve(null);
      }, limit);
    });
    try {
      return await Promise.race([asked, timeUp]);
    } catch (error) {
      repeats.warn(`${source.id} failed`, { tool: source.id, err: error }, `A tool could not say ${what}.`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}
