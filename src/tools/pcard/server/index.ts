import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { pcardCalls } from '../contract.ts';
import { pcardSettings } from '../settings.ts';
import { pcard } from '../tool.ts';
import { pcardSeed } from './demo/seed.ts';
import { pcardRoutes } from './routes.ts';
import { createRetention } from './runs/retention.ts';

export const pcardServer = defineServerTool({
  tool: pcard,
  calls: pcardCalls,
  settings: pcardSettings,
  seed: pcardSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const { demo } = platform;
    return {
      routes: pcardRoutes({ ...campus, timeZone: platform.campus.timeZone, demo }),
      jobs: [createRetention(platform, campus.keepDays)],
    };
  },
});
