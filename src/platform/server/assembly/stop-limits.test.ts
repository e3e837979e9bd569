import { expect, test } from 'vitest';
import { closeWait } from '../db/database.ts';
import { connectionLimits } from '../http/limits.ts';
import { defaultPace } from '../jobs/queue-options.ts';
import { stopLimit } from '../process/launcher.ts';

/** Those of an instance (`openDatabases`), closed one after the other. */
const pools = 4;

test('a stop ends before the process is cut short, even if requests, jobs, and all databases take as long as they may', () => {
  const longest = connectionLimits.drainBusy + defaultPace.patience * 1_000 + pools * closeWait;
  expect(longest).toBeLessThan(stopLimit);
});
