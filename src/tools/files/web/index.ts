import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { files } from '../tool.ts';

export const filesWeb = defineWebTool(files, {
  upload: () => import('./upload-screen.tsx'),
  mine: () => import('./my-files-screen.tsx'),
  manage: () => import('./manage-screen.tsx'),
  file: () => import('./file-screen.tsx'),
});
