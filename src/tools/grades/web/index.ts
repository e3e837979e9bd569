import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { grades } from '../tool.ts';

export const gradesWeb = defineWebTool(grades, {
  files: () => import('./files-screen.tsx'),
  upload: () => import('./upload-screen.tsx'),
  section: () => import('./section-screen.tsx'),
});
