import { createTotals } from '../../../platform/server/list/totals.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { postersCalls } from '../contract.ts';
import { postersSettings } from '../settings.ts';
import { posters } from '../tool.ts';
import { createHandOver, createNotice } from './email.ts';
import { postersFinds } from './finds.ts';
import { createRetention } from './retention.ts';
import { postersRoutes } from './routes.ts';
import { postersSeed } from './seed.ts';
import { listWaitingPosters } from './waits.ts';

export const postersServer = defineServerTool({
  tool: posters,
  calls: postersCalls,
  settings: postersSettings,
  seed: postersSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const { timeZone } = platform.campus;
    const shared = { ...campus, stored: platform.files, totals: createTotals(), timeZone };
    const services = { ...platform, address: campus.email };
    return {
      routes: postersRoutes(shared),
      finds: postersFinds(platform.reader),
      jobs: [createNotice(services), createHandOver(services), createRetention(platform, shared)],
      waits: (viewer) => listWaitingPosters(platform.reader, viewer),
    };
  },
});
