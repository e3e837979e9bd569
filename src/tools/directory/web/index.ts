import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { directory } from '../tool.ts';

export const directoryWeb = defineWebTool(directory, {
  runs: () => import('./runs-screen.tsx'),
});
