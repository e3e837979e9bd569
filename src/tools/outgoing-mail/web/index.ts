import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { outgoingMail } from '../tool.ts';

export const outgoingMailWeb = defineWebTool(outgoingMail, {
  list: () => import('./list-screen.tsx'),
  email: () => import('./email-screen.tsx'),
});
