import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { facilitiesCalls } from '../contract.ts';
import { facilitiesSettings } from '../settings.ts';
import { facilities } from '../tool.ts';
import { checkPages, openPages } from './pages.ts';
import { facilitiesRoutes } from './routes.ts';
import { gatherSecrets } from './secrets.ts';

export const facilitiesServer = defineServerTool({
  tool: facilities,
  calls: facilitiesCalls,
  settings: facilitiesSettings,
  demoVariables: { QUAD_FACILITIES_ACCOUNT: 'DEMO-4471-20', QUAD_FACILITIES_PASSWORD: 'made-up-juniper' },
  examples: () => import('./examples.ts'),
  checkFiles({ environment, campus: { links } }, { campusFolder, mistakes }) {
    checkPages(campusFolder, { secrets: gatherSecrets(environment), links }, mistakes);
  },
  async start({ campus, campusFolder, log, throttle }, { environment, campus: { links } }) {
    const secrets = gatherSecrets(environment);
    const pages = await openPages(campusFolder, { secrets, links }, log);
    return { routes: facilitiesRoutes({ pages, secrets, throttle, timeZone: campus.timeZone }) };
  },
});
