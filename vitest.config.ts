import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,harness,bench,torture,tests}/**/*.test.ts'],
    globalSetup: ['src/platform/server/testing/database-cluster.ts'],
    // Most of a test is waiting: for a database, for a time limit. Vitest's own choice is one worker fewer than there are cores.
    maxWorkers: availableParallelism() + 2,
    // A worker goes on to the next file with the modules it has: loading them again for each file cost a third of the time.
    isolate: false,
    tags: [{ name: 'long', description: 'Takes more than about three seconds; left out of `npm test`.' }],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A second, which is the usual, is too short where a neighbour keeps the disk busy; who passes does not wait.
    expect: { poll: { timeout: 15_000 } },
  },
});
