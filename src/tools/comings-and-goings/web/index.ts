import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { comingsAndGoings } from '../tool.ts';

export const comingsAndGoingsWeb = defineWebTool(comingsAndGoings, {
  departures: () => import('./departures-screen.tsx'),
  person: () => import('./person-screen.tsx'),
});
