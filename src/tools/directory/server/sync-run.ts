import { sql } from 'kysely';
import type { Change } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import {
  type Applying,
  findWaitingOf,
  type Reading,
  type RunRow,
  takeReading,
} from '../../../platform/server/directory/runs.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { enqueueHeldBack } from './held-back-notice.ts';

export type SyncServices = Pick<Platform, 'reader' | 'change' | 'permissionsOf' | 'groupsWith'>;

/**
 * Changes of the directory that no person makes, and no one waits for: of two servers that are read at the same minute,
 * the second waits for the first for as long as a statement may take.
 */
export function changeAsSync({ change }: Pick<SyncServices, 'change'>): Change {
  const changeAs = change.changeAsSystem('directory sync');
  return (work) =>
    changeAs(async (unit) => {
      await sql`set local lock_timeout = 0`.execute(unit.transaction);
      return work(unit);
    });
}

/**
 * Takes what was read from a source. If it is held back, the people who can confirm it are notified, but not again when a
 * newer version takes its place.
 */
export function takeAsSync(
  services: SyncServices,
  reading: Omit<Reading, 'waits'>,
  applying: Applying,
): Promise<RunRow> {
  return changeAsSync(services)(async (unit) => {
    unit.demand(byPermission);
    const replaced = await findWaitingOf(unit.transaction, reading);
    const run = await takeReading(unit, { ...reading, waits: 'suspicious' }, applying);
    if (run.state === 'waiting' && replaced === undefined) await enqueueHeldBack(unit, run, services);
    return run;
  });
}

/** Even if nothing has changed since: it did not reach the directory. */
export const heldBack = 'The change is held back until IT confirms it on the Directory page.';

/** The outcome of a reading, for the Queue Manager. */
export function sayRun({ state, added, changed, gone, records }: RunRow): string {
  if (state === 'waiting') return heldBack;
  return `Added ${added}, changed ${changed}, gone ${gone}, of ${records} people.`;
}
