import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { gradesCalls } from '../contract.ts';
import { gradesSettings } from '../settings.ts';
import { grades } from '../tool.ts';
import { createRetention } from './retention.ts';
import { gradesRoutes } from './routes.ts';
import { seeAll } from './rules.ts';
import { gradesSeed } from './seed.ts';

export const gradesServer = defineServerTool({
  tool: grades,
  calls: gradesCalls,
  settings: gradesSettings,
  seed: gradesSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    // They see the files of others on the page of their own.
    const groups = platform.groupsWith(seeAll);
    platform.grantByRows('grades.open', [{ groups, why: 'sees the grade files of everyone' }]);
    return {
      routes: gradesRoutes({ ...campus, demo: platform.demo, throttle: platform.throttle }),
      jobs: [createRetention(platform, campus.keepYears)],
    };
  },
});
