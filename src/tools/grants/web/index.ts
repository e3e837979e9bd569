import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { grants } from '../tool.ts';

export const grantsWeb = defineWebTool(grants, {
  apply: () => import('./apply-screen.tsx'),
  applications: () => import('./applications-screen.tsx'),
  figures: () => import('./figures-screen.tsx'),
  edit: () => import('./edit-screen.tsx'),
  mine: () => import('./my-applications-screen.tsx'),
  approvers: () => import('./approvers-screen.tsx'),
});
