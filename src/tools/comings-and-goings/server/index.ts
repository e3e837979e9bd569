import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { comingsAndGoingsCalls } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';
import { createNotice } from './notice.ts';
import { listWaiting } from './readings.ts';
import { createReceivedEmail } from './received-email.ts';
import { comingsAndGoingsRoutes } from './routes.ts';
import { departuresSeed } from './seed.ts';

export const comingsAndGoingsServer = defineServerTool({
  tool: comingsAndGoings,
  calls: comingsAndGoingsCalls,
  seed: departuresSeed,
  examples: () => import('./examples.ts'),
  async start(platform) {
    const notice = createNotice(platform);
    platform.leavers.thenRun(notice);
    return {
      routes: comingsAndGoingsRoutes(platform),
      jobs: [notice, createReceivedEmail(platform)],
      waits: (viewer) => listWaiting(platform.reader, viewer),
    };
  },
});
