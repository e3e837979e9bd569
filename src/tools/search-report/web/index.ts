import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { searchReport } from '../tool.ts';

export const searchReportWeb = defineWebTool(searchReport, {
  reports: () => import('./reports-screen.tsx'),
});
