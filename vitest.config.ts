import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/platform/server/testing/database-cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
