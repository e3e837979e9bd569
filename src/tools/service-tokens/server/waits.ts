import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { createToken } from '../contract.ts';
import { serviceTokens } from '../tool.ts';
import { selectExpiring } from './queries.ts';

/** How long before it expires IT is reminded of a token. */
const withinDays = 14;

/** For IT: what will stop working within two weeks unless its token is replaced. */
export async function listExpiring(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, createToken)) return [];
  const expiring = await selectExpiring(reader, { withinDays, usedWithinDays: 30 });
  return expiring.map(({ id, name, expires_at }) => ({
    key: id,
    title: `Replace the service token "${name}"`,
    about: 'Something still uses it, and it is about to expire.',
    since: new Date(expires_at.getTime() - withinDays * 86_400_000),
    until: expires_at,
    link: serviceTokens.screens.tokens.path,
  }));
}
