import { createTotals } from '../../../../platform/server/list/totals.ts';
import type { TestServer } from '../../../../platform/server/testing/test-server.ts';
import { filesSettings } from '../../settings.ts';
import { createRetention } from '../retention.ts';

/** The nightly job, run by hand, with mail that arrives unless a test has its own. */
export function retention(server: TestServer, services: Partial<Parameters<typeof createRetention>[0]> = {}) {
  const { platform } = server.quad;
  const { files: stored, mail, log } = platform;
  const job = createRetention({
    ...platform,
    mail: { ...mail, send: async () => 'Sent.' },
    files: {
      ...filesSettings.campus.parse({ lifeMonths: { Guide: 2, Report: 2 } }),
      stored,
      totals: createTotals(),
      knownGroups: [],
      timeZone: 'UTC',
    },
    ...services,
  });
  return () => job.run({}, { log, signal: new AbortController().signal });
}
