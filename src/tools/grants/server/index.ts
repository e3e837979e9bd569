import { createTotals } from '../../../platform/server/list/totals.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { grantsCalls } from '../contract.ts';
import { grantsSettings } from '../settings.ts';
import { grants } from '../tool.ts';
import { grantBelongings } from './belongings.ts';
import { grantsFinds } from './finds.ts';
import { createApplicationEmail } from './notify.ts';
import { createReminderEmail, createReminders } from './remind.ts';
import { grantsRoutes } from './routes.ts';
import { seatRight } from './row-rights.ts';
import { grantsSeed } from './seed.ts';
import { listWaitingApplications } from './waits.ts';

export const grantsServer = defineServerTool({
  tool: grants,
  calls: grantsCalls,
  settings: grantsSettings,
  seed: grantsSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const { unaudited, files: stored, throttle } = platform;
    const grants = {
      ...campus,
      timeZone: platform.campus.timeZone,
      unaudited,
      stored,
      totals: createTotals(),
      throttle,
    };
    return {
      routes: grantsRoutes(grants),
      finds: grantsFinds(platform.reader),
      jobs: [
        createApplicationEmail(platform),
        createReminders(platform, grants),
        createReminderEmail(platform, grants),
      ],
      belongings: grantBelongings,
      rowRights: [seatRight],
      waits: (viewer) => listWaitingApplications(platform.reader, viewer, grants),
    };
  },
});
