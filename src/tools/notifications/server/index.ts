import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { notificationsCalls } from '../contract.ts';
import { notifications } from '../tool.ts';
import { notificationsRoutes } from './routes.ts';

export const notificationsServer = defineServerTool({
  tool: notifications,
  calls: notificationsCalls,
  examples: () => import('./examples.ts'),
  start: async (platform) => ({ routes: notificationsRoutes(platform) }),
});
