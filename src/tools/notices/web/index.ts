import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { notices } from '../tool.ts';

export const noticesWeb = defineWebTool(
  notices,
  { manage: () => import('./notices-screen.tsx') },
  { bell: () => import('./bell-panel.tsx') },
);
