import { lazyPart } from '../../../platform/web/lazy/lazy-part.tsx';
import { defineWebTool, type RefusedProps } from '../../../platform/web/routes/web-tool.ts';
import { helpDesk } from '../tool.ts';

const Refused = lazyPart(async () => (await import('./missing-access.tsx')).MissingAccess, {
  onFailure: ({ onFailure }: RefusedProps) => onFailure(),
});

const screens = {
  submit: () => import('./submit-screen.tsx'),
  mine: () => import('./my-tickets-screen.tsx'),
  ticket: () => import('./ticket-screen.tsx'),
  articles: () => import('./articles-screen.tsx'),
  article: () => import('./article-screen.tsx'),
  incidents: () => import('./incidents-screen.tsx'),
  desk: () => import('./desk-screen.tsx'),
  deskTicket: () => import('./desk-ticket-screen.tsx'),
};

export const helpDeskWeb = defineWebTool(helpDesk, screens, { refused: Refused });
