import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { sessionsCalls } from '../contract.ts';
import { sessions } from '../tool.ts';
import { sessionsRoutes } from './routes.ts';

export const sessionsServer = defineServerTool({
  tool: sessions,
  calls: sessionsCalls,
  examples: () => import('./examples.ts'),
  start: async (platform) => ({ routes: sessionsRoutes(platform.sessions) }),
});
