import { pathOf } from '../../../platform/contract/call.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource, FoundEntry } from '../../../platform/server/finding/find-source.ts';
import { stateWords } from '../contract/state-words.ts';
import { readArticle, readDeskTicket, readTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { searchArticles } from './article-search.ts';
import { selectFoundAtDesk } from './desk-queries.ts';
import type { HelpDesk } from './help-desk.ts';
import { selectFoundOwn } from './queries.ts';
import type { TicketRow } from './tables.ts';

const { article, ticket, deskTicket } = helpDesk.screens;

/** What the search finds here: help articles, people's own tickets, and at the desk all tickets. */
export function helpDeskFinds({ articles }: Pick<HelpDesk, 'articles'>, reader: Reader): FindSource[] {
  return [
    {
      id: 'articles',
      title: 'Help articles',
      behind: readArticle,
      async find(_viewer, { text, limit }) {
        const found = await searchArticles(reader, await articles.list(), text);
        return found
          .slice(0, limit)
          .map(({ name, text: { title } }) => ({ key: name, title, link: pathOf(article, { name }) }));
      },
    },
    {
      id: 'tickets',
      title: 'Your tickets',
      behind: readTicket,
      numbered: 'ticket',
      async find(viewer, { words, limit }) {
        // At the desk, they are among all the others.
        if (mayCall(viewer, readDeskTicket)) return [];
        const rows = await selectFoundOwn(reader, viewer.id, words, limit);
        return rows.map((row) => present(row, pathOf(ticket, { id: row.id })));
      },
    },
    {
      id: 'desk-tickets',
      title: 'Help desk tickets',
      behind: readDeskTicket,
      numbered: 'ticket',
      async find(_viewer, { words, limit }) {
        const rows = await selectFoundAtDesk(reader, words, limit);
        return rows.map((row) => present(row, pathOf(deskTicket, { id: row.id }), [row.requester_name]));
      },
    },
  ];
}

function present(row: TicketRow, link: string, more: readonly string[] = []): FoundEntry {
  return {
    key: row.id,
    title: row.subject,
    about: [`#${row.number}`, ...more, stateOf(row)].join(' · '),
    link,
  };
}

function stateOf({ state, handed_at, merged_into }: TicketRow): string {
  if (merged_into !== null) return 'Merged';
  return handed_at === null ? stateWords[state] : 'Handed over';
}
