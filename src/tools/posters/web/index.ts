import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { posters } from '../tool.ts';

export const postersWeb = defineWebTool(posters, {
  request: () => import('./request-screen.tsx'),
  mine: () => import('./my-posters-screen.tsx'),
  poster: () => import('./poster-screen.tsx'),
  queue: () => import('./queue-screen.tsx'),
});
