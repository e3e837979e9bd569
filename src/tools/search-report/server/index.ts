import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { longestSearch, searchReportCalls } from '../contract.ts';
import { searchReportSettings } from '../settings.ts';
import { searchReport } from '../tool.ts';
import { chooseEvents } from './events/choose.ts';
import { createMakeReport } from './make-report.ts';
import { outsideOfReports } from './outside.ts';
import { createRetention } from './retention.ts';
import { searchReportRoutes } from './routes.ts';
import type { SearchReports } from './search.ts';
import { searchReportSeed } from './seed.ts';

export const searchReportServer = defineServerTool({
  tool: searchReport,
  calls: searchReportCalls,
  settings: searchReportSettings,
  outside: outsideOfReports,
  seed: searchReportSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus, environment }) {
    const reports: SearchReports = {
      events: chooseEvents(platform, campus, environment),
      timeZone: platform.campus.timeZone,
      patience: longestSearch * 1_000,
    };
    return {
      routes: searchReportRoutes(reports),
      jobs: [createMakeReport(platform, reports), createRetention(platform, campus.keepSignInsDays)],
    };
  },
});
