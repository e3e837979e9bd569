import type { Reader } from '../../../platform/server/db/database.ts';
import type { NoticeEntry, ToolNotices } from '../../../platform/server/notices/notice-entry.ts';
import { dismissNotice } from '../contract.ts';
import { createMemory } from './memory.ts';
import { selectShowing } from './mine-queries.ts';
import { faceOf } from './present.ts';
import type { NoticeRow } from './tables.ts';

/** Notices on the dashboard and on home, and emergencies on every page. */
export function noticesOnPages(reader: Reader): ToolNotices {
  const memory = createMemory(reader);
  return {
    places: ['/', '/my-dashboard'],
    async list(viewer) {
      return (await selectShowing(reader, viewer)).map((row): NoticeEntry => {
        const dismissal = {
          label: 'Dismiss',
          call: dismissNotice,
          params: { id: row.id, version: String(row.version) },
          done: 'Dismissed. It stays in the bell.',
        };
        return {
          ...entryOf(row),
          isUnread: row.read_at === null,
          ...(row.tone === 'emergency' ? {} : { dismissal }),
        };
      });
    },
    everywhere: {
      listPublic: async () => (await memory.listPublic()).map(entryOf),
      revision: memory.revision,
    },
  };
}

function entryOf(row: NoticeRow): NoticeEntry {
  const about =
    row.tone === 'emergency' ? { about: "This page does not replace the college's alert system." } : {};
  return { key: row.id, ...faceOf(row), updatedAt: laterOf(row.starts_at, row.updated_at), ...about };
}

/** A scheduled notice is news from its start on. */
const laterOf = (one: Date, other: Date) => (one > other ? one : other);
