import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { confirmRun } from '../contract.ts';
import { directory } from '../tool.ts';
import { findWaiting } from './queries.ts';

/** For IT: a change of the directory that was held back. */
export async function listHeldBack(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, confirmRun)) return [];
  const run = await findWaiting(reader);
  if (run === undefined) return [];
  return [
    {
      key: run.id,
      title: 'Confirm or discard a change of the directory',
      about: run.reason ?? 'It was uploaded and is waiting for someone to look at it.',
      since: run.created_at,
      link: directory.screens.runs.path,
    },
  ];
}
