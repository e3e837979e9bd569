import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { people } from '../tool.ts';

export const peopleWeb = defineWebTool(people, {
  people: () => import('./people-screen.tsx'),
  holders: () => import('./permissions-screen.tsx'),
});
