import { lazyPart } from '../../../platform/web/lazy/lazy-part.tsx';
import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { helpDesk } from '../tool.ts';

const IncidentStrip = lazyPart(async () => (await import('./incident-strip.tsx')).IncidentStrip);

export const helpDeskWeb = defineWebTool(
  helpDesk,
  {
    submit: () => import('./submit-screen.tsx'),
    mine: () => import('./my-tickets-screen.tsx'),
    ticket: () => import('./ticket-screen.tsx'),
    articles: () => import('./articles-screen.tsx'),
    article: () => import('./article-screen.tsx'),
    incidents: () => import('./incidents-screen.tsx'),
    desk: () => import('./desk-screen.tsx'),
    deskTicket: () => import('./desk-ticket-screen.tsx'),
  },
  {
    notice: {
      places: ['/support', '/my-dashboard'],
      access: helpDesk.screens.submit.access,
      Notice: IncidentStrip,
    },
  },
);
