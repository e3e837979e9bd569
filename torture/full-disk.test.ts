import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildScreensOnce } from '../harness/instance.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { fullDisk, whyNoSmallDisk } from './full-disk.ts';

beforeAll(buildScreensOnce);
afterAll(endAll);

const why = whyNoSmallDisk();

test.skipIf(why !== null)(
  `a full disk of the embedded database loses nothing, and all it takes is room${why === null ? '' : ` (skipped: ${why})`}`,
  { tags: 'long' },
  async () => {
    const torture = { rounds: null, seconds: null, seed: 0, random: createRandom(0), say: () => undefined };
    const { figures, faults } = await fullDisk.run(torture);
    expect(faults).toEqual([]);
    const figure = (what: string) => Number(figures.find((one) => one.what === what)?.value);
    expect(figure('writes acknowledged, and found')).toBeGreaterThan(2);
    expect(figure('writes told to come back')).toBeGreaterThan(5);
  },
);
