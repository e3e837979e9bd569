import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { helpDeskCalls } from '../contract.ts';
import { helpDeskSettings } from '../settings.ts';
import { helpDesk } from '../tool.ts';
import { createTicketEmail } from './email.ts';
import { createIncidentEmail } from './incident-email.ts';
import { createRetention } from './retention.ts';
import { helpDeskRoutes } from './routes.ts';
import { helpDeskSeed } from './seed.ts';
import { listWaitingTickets } from './waits.ts';

export const helpDeskServer = defineServerTool({
  tool: helpDesk,
  calls: helpDeskCalls,
  settings: helpDeskSettings,
  seed: helpDeskSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const workers = platform.groupsWith('help-desk.work');
    const desk = { ...campus, stored: platform.files, workers };
    return {
      routes: helpDeskRoutes(desk),
      jobs: [createTicketEmail(platform), createIncidentEmail(platform), createRetention(platform, desk)],
      waits: (viewer) => listWaitingTickets(platform.reader, viewer),
    };
  },
});
