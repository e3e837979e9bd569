import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { facilities } from '../tool.ts';

export const facilitiesWeb = defineWebTool(facilities, {
  buildingAccessPolicy: () => import('./building-access-policy-screen.tsx'),
  keyRequestProcess: () => import('./key-request-process-screen.tsx'),
  workOrderSystem: () => import('./work-order-system-screen.tsx'),
});
