import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { audit } from '../tool.ts';

export const auditWeb = defineWebTool(audit, {
  entries: () => import('./entries-screen.tsx'),
});
