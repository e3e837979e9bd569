import { createTotals } from '../../../platform/server/list/totals.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { helpDeskCalls } from '../contract.ts';
import { helpDeskSettings } from '../settings.ts';
import { helpDesk } from '../tool.ts';
import { createAccessEmail } from './access-email.ts';
import { checkArticles, openArticles } from './articles.ts';
import { helpDeskBelongings } from './belongings.ts';
import { createTicketEmail } from './email.ts';
import { helpDeskFinds } from './finds.ts';
import { chooseHandOver } from './hand-over/choose.ts';
import { createHandOver } from './hand-over/job.ts';
import { createIncidentEmail } from './incident-email.ts';
import { incidentNotices } from './incident-notices.ts';
import { createIncomingMail, incomingCounter } from './incoming/job.ts';
import { createImapMailbox } from './incoming/mailbox.ts';
import { createNotAdded } from './incoming/not-added.ts';
import { outsideOfHelpDesk } from './outside.ts';
import { createRetention } from './retention.ts';
import { helpDeskRoutes } from './routes.ts';
import { helpDeskSeed } from './seed.ts';
import { listWaitingTickets } from './waits.ts';

export const helpDeskServer = defineServerTool({
  tool: helpDesk,
  calls: helpDeskCalls,
  settings: helpDeskSettings,
  outside: outsideOfHelpDesk,
  seed: helpDeskSeed,
  endsAtRestore: ['help_incident_recipients'],
  examples: () => import('./examples.ts'),
  checkFiles: (_settings, { campusFolder, mistakes }) => checkArticles(campusFolder, mistakes),
  async start(platform, { campus, environment }) {
    const workers = platform.groupsWith('help-desk.work');
    const articles = await openArticles(platform.campusFolder, platform.log);
    const { timeZone } = platform.campus;
    const stored = platform.files;
    const { supportTeam: name = 'IT', supportContact: contact = null } = platform.campus;
    const access = {
      permissions: platform.permissions,
      accessOf: platform.accessOf,
      helper: { name, contact },
    };
    const { throttle } = platform;
    const desk = { ...campus, stored, throttle, totals: createTotals(), workers, articles, timeZone, access };
    const { QUAD_IMAP_URL: imap, QUAD_IMAP_ADDRESS: replyTo = null } = environment;
    const { messagesPerHour } = campus;
    const counter = incomingCounter(platform.metrics);
    const mailbox = imap === undefined ? null : createImapMailbox(imap);
    return {
      routes: helpDeskRoutes(desk),
      jobs: [
        createTicketEmail({ ...platform, replyTo }),
        createAccessEmail(platform),
        createIncidentEmail(platform),
        createNotAdded(platform),
        createRetention(platform, desk),
        createHandOver({ ...platform, handOver: chooseHandOver(platform, campus, environment) }),
        ...(mailbox === null
          ? []
          : [createIncomingMail({ ...platform, messagesPerHour, mailbox, own: [replyTo ?? ''], counter })]),
      ],
      finds: helpDeskFinds(desk, platform.reader),
      belongings: helpDeskBelongings,
      notices: incidentNotices(platform.reader),
      waits: (viewer) => listWaitingTickets(platform.reader, viewer),
    };
  },
});
