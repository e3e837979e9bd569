import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { createToken } from '../contract.ts';
import { serviceTokens } from '../tool.ts';
import { selectExpiring } from './queries.ts';

/** How long before a token expires IT is reminded of it. */
const withinDays = 14;
/** A program that runs once a term needs its token, too, but IT may know better. */
const usedWithinDays = 30;

/** For IT: what will stop working within two weeks unless its token is replaced. */
export async function listExpiring(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, createToken)) return [];
  const expiring = await selectExpiring(reader, { withinDays, usedWithinDays });
  return expiring.map(({ id, name, expires_at, is_used }) => ({
    key: id,
    title: `Replace the service token "${name}"`,
    about: is_used
      ? 'Something still uses it, and it is about to expire.'
      : `It is about to expire. Nothing has used it in the last ${usedWithinDays} days, but a program may still need it.`,
    since: new Date(expires_at.getTime() - withinDays * 86_400_000),
    until: expires_at,
    link: serviceTokens.screens.tokens.path,
  }));
}
