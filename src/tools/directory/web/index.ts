import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { directory } from '../tool.ts';

export const directoryWeb = defineWebTool(directory, {
  students: () => import('./students-screen.tsx'),
  runs: () => import('./runs-screen.tsx'),
});
