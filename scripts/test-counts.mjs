// Reads the numbers of passed and failed tests from the reports of Vitest and Playwright.

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

/** A flaky test passed only on a retry: it counts as a failure. Each error outside of tests counts as one. */
export function countPlaywright(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** The files with a failure. Empty if a failure belongs to no file, since running files again would prove nothing. */
export function failedFilesOfVitest(report) {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

export function failedFilesOfPlaywright(report) {
  if (report === undefined || report.errors.length > 0) return [];
  const failing = (suite) =>
    (suite.specs ?? []).some(({ ok }) => !ok) || (suite.suites ?? []).some((inner) => failing(inner));
  return report.suites.filter((suite) => failing(suite)).map(({ file }) => file);
}
