import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { queueCalls } from '../contract.ts';
import { queue } from '../tool.ts';
import { queueSeed } from './demo-jobs.ts';
import { queueRoutes } from './routes.ts';
import { listFailures } from './waits.ts';

export const queueServer = defineServerTool({
  tool: queue,
  calls: queueCalls,
  seed: queueSeed,
  examples: () => import('./examples.ts'),
  start: async ({ jobs, files }) => ({
    routes: queueRoutes(jobs),
    waits: (viewer) => listFailures({ jobs, files }, viewer),
  }),
});
