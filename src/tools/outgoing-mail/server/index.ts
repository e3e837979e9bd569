import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { outgoingMailCalls } from '../contract.ts';
import { outgoingMail } from '../tool.ts';
import { outgoingMailRoutes } from './routes.ts';

export const outgoingMailServer = defineServerTool({
  tool: outgoingMail,
  calls: outgoingMailCalls,
  examples: () => import('./examples.ts'),
  start: async ({ keptEmails }) => ({ routes: outgoingMailRoutes(keptEmails) }),
});
