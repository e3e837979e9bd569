import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { employeeDirectory } from '../tool.ts';

export const employeeDirectoryWeb = defineWebTool(employeeDirectory, {
  directory: () => import('./directory-screen.tsx'),
  person: () => import('./person-screen.tsx'),
});
