import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { shortLinks } from '../tool.ts';

export const shortLinksWeb = defineWebTool(shortLinks, {
  list: () => import('./links-screen.tsx'),
  follow: () => import('./follow-screen.tsx'),
});
