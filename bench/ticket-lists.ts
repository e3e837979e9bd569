import { measureGrowth } from './harness/list-growth.ts';
import type { Row } from './harness/row.ts';
import { fillTickets, ticketPages } from './tools/help-desk.ts';

export const ticketLists: Row = {
  name: 'ticket-lists',
  about: 'Pages of help desk tickets with 100,000 of them, compared to the same pages with 1,000',
  run: (bench) =>
    measureGrowth(bench, { noun: 'tickets', table: 'help_tickets', fill: fillTickets, pages: ticketPages }),
};
