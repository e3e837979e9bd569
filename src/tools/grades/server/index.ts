import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { gradesCalls } from '../contract.ts';
import { gradesSettings } from '../settings.ts';
import { grades } from '../tool.ts';
import { createRetention } from './retention.ts';
import { gradesRoutes } from './routes.ts';
import { gradesSeed } from './seed.ts';

export const gradesServer = defineServerTool({
  tool: grades,
  calls: gradesCalls,
  settings: gradesSettings,
  seed: gradesSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    return {
      routes: gradesRoutes({ ...campus, demo: platform.demo, throttle: platform.throttle }),
      jobs: [createRetention(platform, campus.keepYears)],
    };
  },
});
