import { isUnreachable } from '../db/database.ts';

/**
 * Works on each of these in turn until the job has to stop. One that fails holds up no other: the job fails at the end, so
 * that someone sees why, and its next try comes back to it.
 * @throws the first failure, at once if the database is away: it would be the same for all others
 */
export async function doEach<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let failed: { error: unknown } | undefined;
  for (const one of all) {
    signal.throwIfAborted();
    try {
      await work(one);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failed ??= { error };
    }
  }
  if (failed !== undefined) throw failed.error;
}
