import type { FastifyBaseLogger } from 'fastify';
import * as client from 'openid-client';
import { translateGroups, warnOfMissingGroups } from '../groups.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { askProvider } from './ask-provider.ts';
import { callProvider } from './connection.ts';
import type { OidcSettings } from './oidc-settings.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What the provider sent that may contain the groups. */
export interface Received {
  configuration: client.Configuration;
  /** From the ID token; `null` if this response had none. */
  claims: Claims | null;
  accessToken: string;
  subject: string;
  log: FastifyBaseLogger;
}

/**
 * Returns the person's groups in our names, or `null` when this response says nothing about groups, which is
 * not the same as none.
 * @throws SignInRefusal if there are more than fit in a token and no other way is configured, or they are
 * unreadable
 * @throws ProviderUnreachable
 */
export async function groupsOf(settings: OidcSettings, received: Received): Promise<string[] | null> {
  const asserted = await assertedGroups(settings, received);
  if (asserted === null) return null;
  return translateGroups(asserted, settings, received.log);
}

async function assertedGroups(settings: OidcSettings, received: Received): Promise<string[] | null> {
  const { claims } = received;
  if (settings.groupsFrom === 'graph') return groupsFromGraph(settings, received);
  // Many providers leave the claim out for a person without groups. Where it was supposed to be, that is what it means.
  if (settings.groupsFrom === 'userinfo') return (await groupsFromUserInfo(settings, received)) ?? [];
  if (claims === null) return groupsFromUserInfo(settings, received);
  if (hasOverage(claims, settings.groupsClaim)) return groupsBeyondToken(settings, received);
  return claimed(settings, claims, 'The ID token', received.log) ?? [];
}

/**
 * Whether a token leaves the groups out because there are too many (Entra ID: over 200). The address that it
 * names for them is not followed: the interface may no longer exist, and nothing verifies its owner.
 */
function hasOverage(claims: Claims, groupsClaim: string): boolean {
  const names = claims._claim_names;
  const distributed = typeof names === 'object' && names !== null && Object.hasOwn(names, groupsClaim);
  return (
    !Object.hasOwn(claims, groupsClaim) &&
    (distributed || claims.hasgroups === true || claims.hasgroups === 'true')
  );
}

function groupsBeyondToken(settings: OidcSettings, received: Received): Promise<string[] | null> {
  if (settings.overage === 'graph') return groupsFromGraph(settings, received);
  if (settings.overage === 'userinfo') return groupsFromUserInfo(settings, received);
  throw new SignInRefusal('overage');
}

async function groupsFromUserInfo(settings: OidcSettings, received: Received): Promise<string[] | null> {
  const { configuration, accessToken, subject } = received;
  const info = await callProvider(settings.name, () =>
    client.fetchUserInfo(configuration, accessToken, subject),
  );
  if (hasOverage(info, settings.groupsClaim)) throw new SignInRefusal('overage', { finding: 'userinfo' });
  return claimed(settings, info, 'The answer of userinfo', received.log);
}

function claimed(
  settings: OidcSettings,
  claims: Claims,
  where: string,
  log: FastifyBaseLogger,
): string[] | null {
  const { name, groupsClaim, groupsFrom } = settings;
  const groups = readClaim(claims, groupsClaim);
  if (groups === null)
    warnOfMissingGroups(settings, log, {
      what: `${where} of provider "${name}" has no claim "${groupsClaim}"`,
      remedy: `have the provider send the claim (with a mapper, or a scope listed in scopes), or set groupsClaim or groupsFrom: ${groupsFrom === 'userinfo' ? 'token' : 'userinfo'}`,
      sent: { claims: Object.keys(claims) },
    });
  return groups;
}

function readClaim(claims: Claims, name: string): string[] | null {
  const value = claims[name];
  if (value === undefined || value === null) return null;
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((group): group is string => typeof group === 'string')) return list;
  throw new SignInRefusal('groups-unreadable', { finding: 'claim is no list of texts' });
}

/** Microsoft Graph: transitive security groups, as ids. Needs User.Read and GroupMember.Read.All. */
async function groupsFromGraph(settings: OidcSettings, { accessToken }: Received): Promise<string[]> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ securityEnabledOnly: true }),
  };
  const address = `${settings.graphUrl}/me/getMemberGroups`;
  const answer = await askProvider(settings, address, request);
  if (!answer.ok) throw new SignInRefusal('groups-unreadable', { finding: `graph ${answer.status}` });
  const { value } = graphResponse(await answer.text());
  if (Array.isArray(value) && value.every((id): id is string => typeof id === 'string')) return value;
  throw new SignInRefusal('groups-unreadable', { finding: 'graph answer' });
}

function graphResponse(text: string): { value?: unknown } {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}
