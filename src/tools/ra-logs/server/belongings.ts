import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import { raLogs } from '../tool.ts';
import { auditLog } from './audit.ts';
import { isOwned, owns, selectOwned } from './owned-follow-ups.ts';
import { findLog, lockLog, noteOwner } from './queries.ts';

/** Open follow-ups, which say where and when, and nothing that was written. */
export function followUpBelongings(timeZone: string): Belongings {
  return {
    kind: 'ra-logs.follow-ups',
    title: 'Follow-ups of RA logs',
    noun: ['follow-up', 'follow-ups'],
    async list(reader, { id, email }) {
      const owner = { id, email: email.toLowerCase() };
      const slice = { from: 'end', offset: 0, limit: mostListed, total: mostListed } as const;
      const rows = await selectOwned(reader, owner, slice);
      return rows.map((log) => ({
        key: log.id,
        title: `${log.building}, round of ${sayTime(log.written_at ?? log.created_at, timeZone)}`,
        link: raLogs.screens.logs.path,
      }));
    },
    owners: (reader, people) => {
      const { id, email } = eachOwner;
      return selectOwners(reader, people, sql`ra_logs where ${isOwned({ id, email: sql`lower(${email})` })}`);
    },
    // Residence Life assigns follow-ups to anyone, such as a plumber.
    mayHave: () => true,
    handOver: ({ to, ...handOver }) => reassign(handOver, to.email),
    end: {
      says: "No one is assigned to them anymore. They stay open on Residence Life's board.",
      run: (ending) => reassign(ending, null),
    },
  };
}

async function reassign({ unit, from, key }: HandOver, to: string | null) {
  const before = await lockLog(unit.transaction, key);
  const owner = { id: from.id, email: from.email.toLowerCase() };
  if (before === undefined || before.closed_on !== null || !owns(owner, before)) return notTheirs;
  await noteOwner(unit.transaction, key, to);
  const after = await findLog(unit.transaction, key);
  if (after === undefined) throw new Error('A locked log is missing.');
  auditLog(unit, 'ra-log.assign-follow-up', before, after);
  return true;
}
