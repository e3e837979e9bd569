import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { pcard } from '../tool.ts';

export const pcardWeb = defineWebTool(pcard, {
  process: () => import('./process-screen.tsx'),
  runs: () => import('./runs-screen.tsx'),
  run: () => import('./run-screen.tsx'),
});
