import type { FastifyBaseLogger } from 'fastify';
import * as client from 'openid-client';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import { translateGroups } from '../groups.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { askProvider, timeLimit } from './connection.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isUnreachable } from './provider-errors.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What was received from the provider and may tell the groups. */
export interface Received {
  configuration: client.Configuration;
  /** Of the ID token; `null` when this answer had none. */
  claims: Claims | null;
  accessToken: string;
  subject: string;
  log: FastifyBaseLogger;
}

/**
 * The person's groups in our names. `null`: this answer does not tell them, which is not the same as none.
 * @throws SignInRefusal when there are more than fit into a token and nothing else is configured, or they are unreadable
 * @throws ProviderUnreachable
 */
export async function groupsOf(settings: OidcSettings, received: Received): Promise<string[] | null> {
  const asserted = await assertedGroups(settings, received);
  if (asserted === null) return null;
  return translateGroups(asserted, settings.groups, { provider: settings.name, log: received.log });
}

async function assertedGroups(settings: OidcSettings, received: Received): Promise<string[] | null> {
  const { claims } = received;
  if (settings.groupsFrom === 'graph') return groupsFromGraph(settings, received);
  if (settings.groupsFrom === 'userinfo' || claims === null) return groupsFromUserInfo(settings, received);
  if (hasOverage(claims, settings.groupsClaim)) return groupsBeyondToken(settings, received);
  // The token was asked to carry them: without the claim the person is in none.
  return readClaim(claims, settings.groupsClaim) ?? [];
}

/**
 * Whether a token leaves the groups out because there are too many (Entra ID: over 200). The address that it names for
 * them is not followed: it may lead to an interface that is long gone, and whose it is nobody checks.
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
  const info = await askProvider(settings.name, () =>
    client.fetchUserInfo(configuration, accessToken, subject),
  );
  if (hasOverage(info, settings.groupsClaim)) throw new SignInRefusal('overage', { finding: 'userinfo' });
  return readClaim(info, settings.groupsClaim);
}

function readClaim(claims: Claims, name: string): string[] | null {
  const value = claims[name];
  if (value === undefined || value === null) return null;
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((group): group is string => typeof group === 'string')) return list;
  throw new SignInRefusal('groups-unreadable', { finding: 'claim is no list of texts' });
}

/** Microsoft Graph: transitive memberships of security groups, as ids. Needs User.Read and GroupMember.Read.All. */
async function groupsFromGraph(settings: OidcSettings, { accessToken }: Received): Promise<string[]> {
  const answer = await fetchBounded(settings, `${settings.graphUrl}/me/getMemberGroups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ securityEnabledOnly: true }),
  });
  if (!answer.ok) throw new SignInRefusal('groups-unreadable', { finding: `graph ${answer.status}` });
  const { value } = (await answer.json()) as { value?: unknown };
  if (Array.isArray(value) && value.every((id): id is string => typeof id === 'string')) return value;
  throw new SignInRefusal('groups-unreadable', { finding: 'graph answer' });
}

/** A request with our time limit that follows no redirect, since it carries a token. @throws ProviderUnreachable */
export async function fetchBounded(
  settings: OidcSettings,
  url: string,
  request: RequestInit,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeLimit * 1_000);
    const answer = await fetch(url, { ...request, redirect: 'error', signal });
    if (answer.status < 500 && answer.status !== 429) return answer;
    throw new ProviderUnreachable(settings.name, new Error(`${new URL(url).host} answered ${answer.status}`));
  } catch (error) {
    if (error instanceof ProviderUnreachable || !isUnreachable(error)) throw error;
    throw new ProviderUnreachable(settings.name, error);
  }
}
