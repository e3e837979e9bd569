import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { serviceTokensCalls } from '../contract.ts';
import { serviceTokens } from '../tool.ts';
import { tokenBelongings } from './belongings.ts';
import { serviceTokenRoutes } from './routes.ts';
import { listExpiring } from './waits.ts';

export const serviceTokensServer = defineServerTool({
  tool: serviceTokens,
  calls: serviceTokensCalls,
  examples: () => import('./examples.ts'),
  start: async ({ reader, campus, tokenPermissions, knownGroups }) => ({
    routes: serviceTokenRoutes({ timeZone: campus.timeZone, tokenPermissions, knownGroups }),
    belongings: [tokenBelongings],
    waits: (viewer) => listExpiring(reader, viewer),
  }),
});
