import { pathOf } from '../../../platform/contract/call.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { stateWords } from '../contract/state-words.ts';
import { readPoster } from '../contract.ts';
import { posters } from '../tool.ts';
import { selectFound } from './queries.ts';
import { mayPrint } from './rules.ts';

/** What the search finds here: people's own poster requests, and for the mail room everyone's. */
export function postersFinds(reader: Reader): FindSource[] {
  return [
    {
      id: 'posters',
      title: 'Poster requests',
      behind: readPoster,
      numbered: 'poster',
      async find(viewer, { words, limit }) {
        const prints = isAllowed(mayPrint(viewer));
        const rows = await selectFound(reader, prints ? null : viewer.id, words, limit);
        return rows.map(({ id, number, file_name, state, requester_name }) => ({
          key: id,
          title: file_name,
          about: [`#${number}`, ...(prints ? [requester_name] : []), stateWords[state]].join(' · '),
          link: pathOf(posters.screens.poster, { id }),
        }));
      },
    },
  ];
}
