import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runProgram } from '../harness/program.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { openRounds, type Rounds, victims } from './crash/rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  // The program serves the screens; a run of all tests has already built them.
  if (!existsSync(path.join(root, 'dist/web/index.html'))) await runProgram(['scripts/build.ts']);
  rounds = await openRounds(createRandom(20_261_121));
});
afterAll(endAll);

test.each(victims)(
  'N04: what was acknowledged is there after kill -9 (%s), once, with its audit entry',
  async (victim) => {
    const before = rounds.ledger.acknowledged;
    const { lost, faults } = await rounds.play(victim);
    expect({ lost, faults }).toEqual({ lost: 0, faults: [] });
    expect(rounds.ledger.acknowledged).toBeGreaterThan(before);
  },
);
