import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { employeeDirectoryCalls } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { employeeDirectoryRoutes } from './routes.ts';

export const employeeDirectoryServer = defineServerTool({
  tool: employeeDirectory,
  calls: employeeDirectoryCalls,
  start: async () => ({ routes: employeeDirectoryRoutes() }),
});
