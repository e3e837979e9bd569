import { createCountsKeeper } from '../../../platform/server/list/counts-keeper.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { raLogCalls } from '../contract.ts';
import { raLogsSettings } from '../settings.ts';
import { raLogs } from '../tool.ts';
import { createAssignmentNotice } from './assignment-notice.ts';
import { followUpBelongings } from './belongings.ts';
import { createClosingNotice } from './closing-notice.ts';
import { logCounts } from './counts.ts';
import { raLogsFinds } from './finds.ts';
import { createFollowUpNotice } from './follow-up-notice.ts';
import { createOwnerAccounts } from './owner-accounts.ts';
import { raLogRoutes } from './routes.ts';
import { raLogsSeed } from './seed.ts';
import { listWaitingLogs } from './waits.ts';

export const raLogsServer = defineServerTool({
  tool: raLogs,
  calls: raLogCalls,
  settings: raLogsSettings,
  seed: raLogsSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const counts = createCountsKeeper(logCounts, platform.unaudited, platform.log);
    const { timeZone } = platform.campus;
    return {
      routes: raLogRoutes({ ...campus, timeZone, counts }),
      jobs: [
        createFollowUpNotice(platform),
        createAssignmentNotice(platform),
        createClosingNotice(platform),
        createOwnerAccounts(platform),
      ],
      finds: raLogsFinds(platform.reader, timeZone),
      belongings: [followUpBelongings(timeZone)],
      waits: (viewer) => listWaitingLogs(platform.reader, viewer),
      stop: () => counts.stop(),
    };
  },
});
