import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/setup/browser.ts';

const launchOptions = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './e2e/setup/start-quad.ts',
  timeout: 180_000,
  // Patience, not a promise about speed: a loaded machine must not refuse a change.
  expect: { timeout: 15_000 },
  workers: 3,
  fullyParallel: false,
  use: {
    launchOptions,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Boise',
  },
});
