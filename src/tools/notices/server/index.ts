import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { noticesCalls } from '../contract.ts';
import { noticesSettings } from '../settings.ts';
import { notices } from '../tool.ts';
import { createCleanUp } from './clean-up.ts';
import { createEmails } from './emails.ts';
import { noticesRoutes } from './routes.ts';
import { noticesSeed } from './seed.ts';
import { noticesOnPages } from './showing.ts';

export const noticesServer = defineServerTool({
  tool: notices,
  calls: noticesCalls,
  settings: noticesSettings,
  seed: noticesSeed,
  // A restore must not bring back who still gets an email about an emergency.
  endsAtRestore: ['notice_recipients'],
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    return {
      routes: noticesRoutes({ ...platform, ...campus }, platform.unaudited),
      jobs: [createCleanUp(platform), createEmails(platform)],
      notices: noticesOnPages(platform.reader),
    };
  },
});
