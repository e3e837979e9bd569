import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { notifications } from '../tool.ts';

export const notificationsWeb = defineWebTool(notifications, {
  choices: () => import('./choices-screen.tsx'),
});
