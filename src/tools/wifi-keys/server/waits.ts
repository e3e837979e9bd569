import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { readWifiKey } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { findOwn } from './queries.ts';
import { isUsable } from './rules.ts';

const dayMs = 86_400_000;

/** A person's own key, in its last days. */
export async function listExpiring(
  reader: Reader,
  viewer: PersonActor,
  noticeDays: number,
): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, readWifiKey)) return [];
  const key = await findOwn(reader, viewer.id);
  if (key === undefined || !isUsable(key)) return [];
  const since = new Date(key.expires_at.getTime() - noticeDays * dayMs);
  if (since.getTime() > Date.now()) return [];
  return [
    {
      key: key.id,
      title: 'Replace your Wi-Fi key',
      about: 'It expires soon, and your devices then need a new one.',
      since,
      until: key.expires_at,
      link: wifiKeys.screens.own.path,
    },
  ];
}
