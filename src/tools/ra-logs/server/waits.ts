import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { listRaLogs } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { isOwned, ownerOf } from './owned-follow-ups.ts';

interface WaitingRow {
  kind: 'review' | 'unassigned' | 'mine';
  key: string;
  building: string | null;
  since: Date;
  logs: number;
}

/** This many follow-ups of one person are listed, oldest first. */
const mostOwn = 20;
const list = raLogs.screens.logs.path;
const ownList = raLogs.screens.followUps.path;

/** Logs to review and follow-ups to assign, for Residence Life; open follow-ups for the person who owns them. */
export async function listWaitingLogs(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  const mayRead = mayCall(viewer, listRaLogs);
  const rows = await readRows(reader, selectWaiting(viewer, mayRead));
  return rows.map((row) => present(row, mayRead));
}

function selectWaiting(viewer: PersonActor, mayRead: boolean) {
  const own = sql`(
    select 'mine' as kind, id::text as key,
      (select name from ra_log_buildings where id = building_id) as building,
      coalesce(written_at, created_at) as since, 1 as logs
    from ra_logs where ${isOwned(ownerOf(viewer))}
    order by created_at, id limit ${mostOwn})`;
  if (!mayRead) return sql<WaitingRow>`${own}`;
  return sql<WaitingRow>`
    select 'review' as kind, 'review' as key, null::text as building, min(created_at) as since, count(*)::int as logs
    from ra_logs where reviewer_id is null having count(*) > 0
    union all
    select 'unassigned', 'unassigned', null, min(created_at), count(*)::int
    from ra_logs where follow_up and closed_on is null and follow_up_owner is null having count(*) > 0
    union all ${own}`;
}

function present({ kind, key, building, since, logs }: WaitingRow, mayRead: boolean): WaitingEntry {
  const entry = { key, since, count: logs };
  switch (kind) {
    case 'review':
      return {
        ...entry,
        title: logs === 1 ? 'Review an RA log' : `Review ${logs.toLocaleString('en-US')} RA logs`,
        link: `${list}?reviewed=false`,
      };
    case 'unassigned':
      return {
        ...entry,
        title: logs === 1 ? 'Assign a follow-up' : `Assign ${logs.toLocaleString('en-US')} follow-ups`,
        about: `No one is working on ${logs === 1 ? 'it' : 'them'} yet.`,
        link: `${list}?followUp=unassigned`,
      };
    case 'mine':
      return {
        ...entry,
        title: `Follow up in ${building}`,
        about: 'Assigned to you.',
        link: mayRead ? `${list}?followUp=open&building=${encodeURIComponent(building ?? '')}` : ownList,
      };
  }
}
