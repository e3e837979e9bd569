import path from 'node:path';
import { route } from '../../../platform/server/http/context.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { facilitiesSettings } from '../settings.ts';
import { facilities } from '../tool.ts';
import { readPage, revealSecret } from './operations.ts';
import { openPages } from './pages.ts';
import { gatherSecrets } from './secrets.ts';

export const facilitiesServer = defineServerTool({
  tool: facilities,
  calls: calls.facilitiesCalls,
  settings: facilitiesSettings,
  async start({ campus, campusFolder, log, throttle }, { environment }) {
    const secrets = gatherSecrets({
      account: environment.QUAD_FACILITIES_ACCOUNT,
      password: environment.QUAD_FACILITIES_PASSWORD,
    });
    const pages = await openPages(path.join(campusFolder, 'pages'), secrets, log);
    const shared = { pages, secrets, throttle, timeZone: campus.timeZone };
    return {
      routes: [
        route(calls.readFacilitiesPage, (_context, input) => readPage(shared, input)),
        route(calls.revealFacilitiesSecret, (context, input) => revealSecret(shared, context, input)),
      ],
    };
  },
});
