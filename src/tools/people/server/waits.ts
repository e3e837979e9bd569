import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { decideLinkRequest } from '../contract.ts';
import { people } from '../tool.ts';
import { countLinkRequests, type LinkRequestCounts } from './queries.ts';

/** Link requests, for IT: until one is decided, someone may not be able to sign in. */
export async function listUndecided(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, decideLinkRequest)) return [];
  const counts = await countLinkRequests(reader);
  const { total, oldest } = counts;
  if (oldest === null) return [];
  return [
    {
      key: 'link-requests',
      title: total === 1 ? 'Decide a link request' : `Decide ${total} link requests`,
      about: waitingFor(counts),
      count: total,
      since: oldest,
      link: people.screens.people.path,
    },
  ];
}

function waitingFor({ blocking, records, total }: LinkRequestCounts): string {
  if (records === total) return "Until then, the portal doesn't know which directory record is theirs.";
  if (blocking === 0) return 'Until then, email goes to a former address.';
  if (blocking < total) return "Until then, some of these people can't sign in.";
  return total === 1 ? "Until then, this person can't sign in." : "Until then, these people can't sign in.";
}
