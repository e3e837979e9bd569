import { pathOf } from '../../../platform/contract/call.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { readApplication } from '../contract.ts';
import { grants } from '../tool.ts';
import { selectFound } from './queries.ts';
import { isOnCommittee } from './rules.ts';
import { selectApprovers } from './seats.ts';

/** What the search finds here: people's own funding applications, and for the committee everyone's. */
export function grantsFinds(reader: Reader): FindSource[] {
  return [
    {
      id: 'applications',
      title: 'Funding applications',
      behind: readApplication,
      async find(viewer, { words, limit }) {
        const seesAll = isOnCommittee(viewer, await selectApprovers(reader));
        const rows = await selectFound(reader, seesAll ? null : viewer.id, words, limit);
        return rows.map(({ id, title, applicant_name, state }) => ({
          key: id,
          title,
          about: [...(seesAll ? [applicant_name] : []), state].join(' · '),
          link: pathOf(grants.screens.edit, { id }),
        }));
      },
    },
  ];
}
