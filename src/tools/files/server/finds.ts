import { pathOf } from '../../../platform/contract/call.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { downloadFile, followFile } from '../contract.ts';
import { selectFoundMine } from './queries.ts';
import { groupsOfViewer, mayDownload } from './rules.ts';

/** Some of the newest may not be downloaded from where the viewer is. */
const looksAt = 40;

/** What the search finds here: files that the viewer may download, from where they are. */
export function filesFinds(reader: Reader, timeZone: string): FindSource[] {
  return [
    {
      id: 'files',
      title: 'Files',
      behind: downloadFile,
      async find(viewer, { words, limit, clientAddress }) {
        const rows = await selectFoundMine(reader, groupsOfViewer(viewer), words, looksAt);
        return rows
          .filter((row) => isAllowed(mayDownload(viewer, row, clientAddress)))
          .slice(0, limit)
          .map(({ id, original_filename, created_at }) => ({
            key: id,
            title: original_filename,
            about: `Published ${sayDate(dayOf(created_at, timeZone))}`,
            link: pathOf(followFile, { id }),
          }));
      },
    },
  ];
}
