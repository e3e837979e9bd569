import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { helpDesk } from '../tool.ts';

export const helpDeskWeb = defineWebTool(helpDesk, {
  submit: () => import('./submit-screen.tsx'),
  mine: () => import('./my-tickets-screen.tsx'),
  ticket: () => import('./ticket-screen.tsx'),
  articles: () => import('./articles-screen.tsx'),
  article: () => import('./article-screen.tsx'),
  incidents: () => import('./incidents-screen.tsx'),
  desk: () => import('./desk-screen.tsx'),
  deskTicket: () => import('./desk-ticket-screen.tsx'),
});
