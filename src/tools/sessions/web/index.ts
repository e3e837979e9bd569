import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { sessions } from '../tool.ts';

export const sessionsWeb = defineWebTool(sessions, {
  sessions: () => import('./sessions-screen.tsx'),
});
