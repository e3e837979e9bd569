import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runProgram } from '../harness/program.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { soak } from './soak.ts';

beforeAll(async () => {
  // The program serves the screens; a run of all tests has already built them.
  if (!existsSync(path.join(root, 'dist/web/index.html'))) await runProgram(['scripts/build.ts']);
});
afterAll(endAll);

// Memory growth shows only after many minutes: `npm run torture -- soak`.
test('N14: a few seconds of everything at once lose nothing and leave nothing unhandled', {
  tags: 'long',
}, async () => {
  const { figures, faults } = await soak.run({
    rounds: null,
    seconds: 6,
    seed: 0,
    random: createRandom(20_261_121),
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  const figure = (what: string) => Number(figures.find((one) => one.what === what)?.value);
  expect(figure('writes acknowledged')).toBeGreaterThan(0);
  expect(figure('questions answered')).toBeGreaterThan(0);
  expect(figure('links followed')).toBeGreaterThan(0);
});
