import * as client from 'openid-client';
import { ProviderUnreachable, type Reread, type RereadRequest } from '../../session/groups-source.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { askProvider, type Connect } from './connection.ts';
import { groupsOf } from './groups-of.ts';
import { type KeptTokens, keepTokens, readKept } from './kept-tokens.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { providerCodeOf } from './provider-errors.ts';

const over: Reread = { kind: 'over' };
/** RFC 6749 section 5.2 and OpenID Connect Core section 12: the provider no longer vouches without the person. */
const noLonger = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
  'access_denied',
]);

/**
 * Asks again for somebody who is signed in: by the refresh token, or by an access token that still holds. Without
 * either the session is over, and the browser signs in again by itself.
 * @throws ProviderUnreachable
 */
export async function rereadGroups(
  settings: OidcSettings,
  connect: Connect,
  request: RereadRequest,
): Promise<Reread> {
  const kept = readKept(request.state);
  try {
    if (kept.refreshToken !== undefined) return await byRefreshToken(settings, connect, request, kept);
    if (kept.accessToken !== undefined && (kept.accessEndsAt ?? Number.POSITIVE_INFINITY) > Date.now()) {
      return await byAccessToken(settings, connect, request, kept.accessToken);
    }
    return over;
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    // Groups that cannot be told any more, and a token that is no longer accepted, must not pass as "as before".
    if (error instanceof SignInRefusal || noLonger.has(providerCodeOf(error))) return over;
    if (error instanceof client.WWWAuthenticateChallengeError) return over;
    // Everything else is between us and the provider, such as a client secret that was changed on one side only.
    throw new ProviderUnreachable(settings.name, error);
  }
}

async function byRefreshToken(
  settings: OidcSettings,
  connect: Connect,
  { subject, log }: RereadRequest,
  kept: KeptTokens,
): Promise<Reread> {
  const configuration = await connect();
  const { refreshToken = '' } = kept;
  const tokens = await askProvider(settings.name, () =>
    client.refreshTokenGrant(configuration, refreshToken),
  );
  const claims = tokens.claims() ?? null;
  if (claims !== null && claims.sub !== subject) return over;
  const received = { configuration, claims, accessToken: tokens.access_token, subject, log };
  const groups = await groupsOf(settings, received);
  return groups === null ? over : { kind: 'known', groups, state: keepTokens(tokens, kept) };
}

async function byAccessToken(
  settings: OidcSettings,
  connect: Connect,
  { subject, state, log }: RereadRequest,
  accessToken: string,
): Promise<Reread> {
  const configuration = await connect();
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return over;
  const groups = await groupsOf(settings, { configuration, claims: null, accessToken, subject, log });
  return groups === null ? over : { kind: 'known', groups, state };
}
