import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readNetwork } from '../../../platform/server/network/read-network.ts';
import { invalid, notFound } from '../../../platform/server/refusal/refusal.ts';
import { hashToken } from '../../../platform/server/secrets/secrets.ts';
import { startOfDay } from '../../../platform/server/time/days.ts';
import { dayAfter, dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { newTokenSecret } from '../../../platform/server/tokens/tokens.ts';
import type { DeclaredTokenPermission } from '../../../platform/server/tool/server-tool.ts';
import { type createToken, longestLife } from '../contract.ts';
import { auditToken } from './audit.ts';
import { presentToken } from './present.ts';
import { holdToken, insertToken, markRevoked } from './queries.ts';
import { mayRevoke } from './rules.ts';

type Context = CallContext<PersonActor>;
type NewToken = CallInput<typeof createToken>['body'];

/** What a new token can be given. */
export interface Choices {
  timeZone: string;
  tokenPermissions: readonly DeclaredTokenPermission[];
  knownGroups: readonly string[];
}

/** The first and the last day that a new token may end on. */
export function lifeOf(timeZone: string): { today: string; lastDay: string } {
  const today = dayOf(Date.now(), timeZone);
  return { today, lastDay: dayAfter(today, longestLife) };
}

export async function handleCreateToken(
  choices: Choices,
  { actor, change }: Context,
  body: NewToken,
): Promise<CallReply<typeof createToken>> {
  const given = readGiven(choices, body);
  const secret = newTokenSecret();
  const row = {
    id: uuid(),
    name: body.name,
    token_hash: hashToken(secret),
    hint: secret.slice(-4),
    ...given,
    created_by_id: actor.id,
    created_by: actor.name,
  };
  return change(async (unit) => {
    unit.demand(byPermission);
    const token = await insertToken(unit.transaction, row);
    auditToken(unit, 'service-token.create', { after: token });
    return { data: { token: presentToken(token, actor), secret } };
  });
}

/** @throws Refusal with a message for each field that cannot be given */
function readGiven(choices: Choices, body: NewToken) {
  const { pathPrefix, groups, everyone, addresses, expiresOn } = body;
  const fields: Record<string, string> = {};
  const asked = new Set<string>(body.permissions);
  const permissions = choices.tokenPermissions.filter(({ permission }) => asked.has(permission));
  if (permissions.length < asked.size) fields.permissions = 'One of these permissions no longer exists.';
  const publishes = permissions.some(({ publishesFiles }) => publishesFiles);
  if (publishes && pathPrefix === '') fields.pathPrefix = 'Enter the folder that its files may be in.';
  if (publishes && groups.length === 0 && !everyone)
    fields.groups = 'Choose the groups that its files may be for.';
  const unknown = groups.filter((group) => !choices.knownGroups.includes(group));
  if (publishes && unknown.length > 0) fields.groups = `There is no group called ${unknown.join(', ')}.`;
  const networks = addresses.map(readNetwork);
  const mistakes = networks.flatMap((read) => ('mistake' in read ? [read.mistake] : []));
  if (mistakes.length > 0) fields.addresses = mistakes.slice(0, 3).join(' ');
  const { today, lastDay } = lifeOf(choices.timeZone);
  if (expiresOn < today || expiresOn > lastDay) {
    fields.expiresOn = `Choose a day from ${sayDate(today)} to ${sayDate(lastDay)}. A token lasts a year at most.`;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return {
    permissions: permissions.map(({ permission }) => permission),
    path_prefix: publishes ? pathPrefix : null,
    groups: publishes ? [...new Set(groups)] : [],
    everyone: publishes && everyone,
    networks: [...new Set(networks.flatMap((read) => ('network' in read ? [read.network] : [])))],
    expires_at: startOfDay(dayAfter(expiresOn), choices.timeZone),
  };
}

export async function handleRevokeToken({ actor, change }: Context, id: string): Promise<void> {
  await change(async (unit) => {
    const token = await holdToken(unit.transaction, id);
    if (token === undefined) throw notFound();
    unit.demand(mayRevoke(actor, token));
    await markRevoked(unit.transaction, id, actor.name);
    auditToken(unit, 'service-token.revoke', { before: token });
  });
}
