import { expect, test } from 'vitest';

type Count = (report: unknown) => { passed: number; failed: number; skipped: number };
const script = new URL('./test-counts.mjs', import.meta.url).href;
const { countVitest, countPlaywright }: { countVitest: Count; countPlaywright: Count } = await import(script);

test('a test file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 3,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('a flaky story and an error outside of stories are failures', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 7 }, errors: [{}] };
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 4, skipped: 7 });
});

test('a run without a report is a failure', () => {
  expect(countVitest(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
