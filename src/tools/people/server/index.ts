import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { peopleCalls } from '../contract.ts';
import { people } from '../tool.ts';
import { peopleFinds } from './finds.ts';
import { peopleRoutes } from './routes.ts';
import { listUndecided } from './waits.ts';

export const peopleServer = defineServerTool({
  tool: people,
  calls: peopleCalls,
  examples: () => import('./examples.ts'),
  start: async ({ reader, sessions, permissions, rowRights }) => ({
    routes: peopleRoutes({ sessions, permissions, rowRights }),
    finds: peopleFinds(reader),
    waits: (viewer) => listUndecided(reader, viewer),
  }),
});
