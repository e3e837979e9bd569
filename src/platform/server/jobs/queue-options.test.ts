import { expect, test } from 'vitest';
import { retriesForDays } from './job.ts';
import { defaultPace, queueOptions } from './queue-options.ts';
import { noteJob } from './testing/start-queue.ts';

test('an email is tried from a Friday evening until Monday morning', () => {
  const job = noteJob(async () => undefined, { retries: retriesForDays });
  const { retryLimit = 0, retryDelay = 0, retryDelayMax = 0 } = queueOptions(job, defaultPace);
  // What pg-boss waits at least: up to twice as long, at random.
  const pauses = Array.from({ length: retryLimit }, (_, tries) =>
    Math.min(retryDelayMax, retryDelay * 2 ** tries),
  );
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(7 + 2 * 24 + 9);
});
