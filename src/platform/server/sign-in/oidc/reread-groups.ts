import * as client from 'openid-client';
import { ProviderUnreachable, type Reread, type RereadRequest } from '../../session/groups-source.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { adviceOf } from './advice.ts';
import { type Connect, callProvider } from './connection.ts';
import { groupsOf } from './groups-of.ts';
import { demandUsable, type KeptTokens, keepTokens, readKept } from './kept-tokens.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { findingOf, isLibraryError } from './provider-errors.ts';

const over: Reread = { kind: 'over' };
/**
 * Asks for a signed-in person's groups again: with the refresh token, or with an access token that is still
 * valid. Without either the session is over, and the browser signs in again by itself.
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
    if (error instanceof SignInRefusal) return { kind: 'over', finding: error.finding ?? error.reason };
    // Any response that is not an outage: the provider refuses (any 4xx, whatever the body), or what it says
    // cannot be trusted. Neither may pass as "as before"; signing in again shows what is wrong.
    if (!isLibraryError(error)) throw error;
    return { kind: 'over', finding: findingOf(error), advice: adviceOf(error, settings) };
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
  const tokens = await callProvider(settings.name, () =>
    client.refreshTokenGrant(configuration, refreshToken),
  );
  demandUsable(tokens);
  const claims = tokens.claims() ?? null;
  if (claims !== null && claims.sub !== subject) return over;
  const received = { configuration, claims, accessToken: tokens.access_token, subject, log };
  const state = keepTokens(tokens, kept);
  try {
    const groups = await groupsOf(settings, received);
    return groups === null ? over : { kind: 'known', groups, state };
  } catch (error) {
    // The refresh token from before may be used up.
    if (error instanceof ProviderUnreachable) error.state = state;
    throw error;
  }
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
