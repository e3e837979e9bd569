import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { queue } from '../tool.ts';

export const queueWeb = defineWebTool(queue, {
  jobs: () => import('./jobs-screen.tsx'),
});
