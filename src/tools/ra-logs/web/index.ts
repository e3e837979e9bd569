import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { raLogs } from '../tool.ts';

export const raLogsWeb = defineWebTool(
  raLogs,
  {
    add: () => import('./add-log-screen.tsx'),
    logs: () => import('./logs-screen.tsx'),
    mine: () => import('./my-logs-screen.tsx'),
    followUps: () => import('./my-follow-ups-screen.tsx'),
    board: () => import('./board-screen.tsx'),
  },
  { prepare: () => import('./prepare-offline.ts') },
);
