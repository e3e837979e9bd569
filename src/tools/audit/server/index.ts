import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { auditCalls } from '../contract.ts';
import { audit } from '../tool.ts';
import { auditRoutes } from './routes.ts';

export const auditServer = defineServerTool({
  tool: audit,
  calls: auditCalls,
  examples: () => import('./examples.ts'),
  start: async ({ secrets, campus: { timeZone } }) => ({ routes: auditRoutes({ secrets, timeZone }) }),
});
