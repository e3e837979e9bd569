import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource, FoundEntry } from '../../../platform/server/finding/find-source.ts';
import { dayOf, sayTime } from '../../../platform/server/time/time.ts';
import { listMyRaLogs, listRaLogs } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { type FoundLog, selectFound } from './found-logs.ts';

/** What the search finds here: people's own logs, and for Residence Life all of them. */
export function raLogsFinds(reader: Reader, timeZone: string): FindSource[] {
  const present = (
    { id, building, created_at, ...log }: FoundLog,
    path: string,
    more: readonly string[],
  ): FoundEntry => {
    const day = dayOf(created_at, timeZone);
    return {
      key: id,
      title: building,
      about: [sayTime(created_at, timeZone), ...more, log.reviewed ? 'Reviewed' : 'Not reviewed yet'].join(
        ' · ',
      ),
      link: `${path}?${new URLSearchParams({ building, from: day, to: day })}`,
    };
  };
  return [
    {
      id: 'own-logs',
      title: 'Your RA logs',
      behind: listMyRaLogs,
      async find(viewer, { words, limit }) {
        // Reviewers find them among all the others.
        if (mayCall(viewer, listRaLogs)) return [];
        const rows = await selectFound(reader, viewer.id, words, limit);
        return rows.map((row) => present(row, raLogs.screens.mine.path, []));
      },
    },
    {
      id: 'logs',
      title: 'RA logs',
      behind: listRaLogs,
      async find(_viewer, { words, limit }) {
        const rows = await selectFound(reader, null, words, limit);
        return rows.map((row) => present(row, raLogs.screens.logs.path, [row.submitted_by]));
      },
    },
  ];
}
