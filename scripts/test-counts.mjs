// Reads how many tests passed and failed out of the reports of Vitest and Playwright.

/** A test file that could not even be loaded has no tests in Vitest's report: it counts as one failure. */
export function countVitest(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
  };
}

/** A flaky test passed only when it was repeated: it counts as a failure. Errors outside of tests count one each. */
export function countPlaywright(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}
