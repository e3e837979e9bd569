import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { decideLinkRequest } from '../contract.ts';
import { people } from '../tool.ts';
import { countLinkRequests } from './queries.ts';

/** Link requests, for IT: until one is decided, someone cannot sign in. */
export async function listUndecided(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, decideLinkRequest)) return [];
  const { total, oldest } = await countLinkRequests(reader);
  if (oldest === null) return [];
  return [
    {
      key: 'link-requests',
      title: total === 1 ? 'Decide a link request' : `Decide ${total} link requests`,
      about:
        total === 1 ? "Until then, this person can't sign in." : "Until then, these people can't sign in.",
      count: total,
      since: oldest,
      link: people.screens.people.path,
    },
  ];
}
