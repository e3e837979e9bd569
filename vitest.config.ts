import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,harness,bench,torture,tests}/**/*.test.ts'],
    globalSetup: ['src/platform/server/testing/database-cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
