import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { serviceTokens } from '../tool.ts';

export const serviceTokensWeb = defineWebTool(serviceTokens, {
  tokens: () => import('./tokens-screen.tsx'),
});
