import * as client from 'openid-client';
import { z } from 'zod';
import { mustAskWho } from '../browser-session.ts';
import type { Arrival, Visit } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { keepTransaction, type Transaction } from '../transaction.ts';
import { adviceOf } from './advice.ts';
import { type Connect, callProvider } from './connection.ts';
import { groupsOf } from './groups-of.ts';
import { demandUsable, keepTokens } from './kept-tokens.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { personClaims } from './person-claims.ts';
import { readPhoto } from './photo.ts';
import { profileOf } from './profile-of.ts';
import { codeOf, findingOf, isLibraryError, providerCodeOf } from './provider-errors.ts';

/** What we need to know about a sign-in when the browser comes back. */
export const ownShape = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** Requested without any interaction; the provider may respond that it needs some. */
  silent: z.boolean(),
});
type Own = z.output<typeof ownShape>;

/** A silent sign-in that the provider cannot complete without interaction. */
export class NeedsInteraction extends Error {}

/**
 * Returns where the browser goes to sign in; what we need afterward goes with it.
 * @throws ProviderUnreachable
 */
export async function begin(
  settings: OidcSettings,
  connect: Connect,
  visit: Visit,
  { redirect, silent, again = false }: { redirect: string; silent: boolean; again?: boolean },
): Promise<string> {
  const configuration = await connect();
  const state = client.randomState();
  const own: Own = { nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier(), silent };
  keepTransaction(visit, { provider: settings.name, state, redirect, again, own });
  const address = client.buildAuthorizationUrl(configuration, {
    ...settings.parameters,
    redirect_uri: settings.callbackUrl,
    scope: settings.scopes.join(' '),
    state,
    nonce: own.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(own.verifier),
    code_challenge_method: 'S256',
    ...promptOf(settings, visit, silent),
  });
  return address.href;
}

/** OpenID Connect Core 1.0, 3.1.2.1. What the college always asks for is asked for, too, unless it is silent. */
function promptOf({ promptAfterSignOut, parameters }: OidcSettings, visit: Visit, silent: boolean) {
  if (silent) return { prompt: 'none' };
  if (promptAfterSignOut === false || !mustAskWho(visit)) return {};
  const always = parameters.prompt?.split(' ').filter((word) => word !== '' && word !== 'none') ?? [];
  return { prompt: [...new Set([promptAfterSignOut, ...always])].join(' ') };
}

/**
 * Turns what the browser brought back into a person whom the provider vouches for.
 * @throws SignInRefusal, ProviderUnreachable
 */
export async function finish(
  settings: OidcSettings,
  connect: Connect,
  visit: Visit,
  parameters: URLSearchParams,
  transaction: Transaction<Own>,
): Promise<Arrival> {
  const configuration = await connect();
  const tokens = await redeem(settings, configuration, parameters, transaction);
  demandUsable(tokens);
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInRefusal('token', { finding: 'no ID token' });
  if (claims.iat > Date.now() / 1_000 + settings.clockSkewSeconds)
    throw new SignInRefusal('clock', { finding: 'iat' });
  const { log } = visit.context;
  const received = { configuration, claims, accessToken: tokens.access_token, subject: claims.sub, log };
  const groups = await groupsOf(settings, received).catch((error: unknown) => refuse(settings, error));
  return {
    profile: profileOf(settings, await personClaims(settings, received), groups ?? []),
    state: keepTokens(tokens),
    redirect: transaction.redirect,
    photo: () => readPhoto(settings, tokens.access_token),
  };
}

const cannotBeSilent = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);
const refusedByPerson = new Set([
  'access_denied',
  'consent_required',
  'login_required',
  'interaction_required',
]);
const providersFault = new Set(['server_error', 'temporarily_unavailable']);

/** Exchanges the code for tokens; the library checks state, issuer, signature, audience, nonce, and times. */
async function redeem(
  settings: OidcSettings,
  configuration: client.Configuration,
  parameters: URLSearchParams,
  transaction: Transaction<Own>,
) {
  const cameBackTo = new URL(settings.callbackUrl);
  cameBackTo.search = parameters.toString();
  const { state, own } = transaction;
  const { nonce, verifier, silent } = own;
  try {
    return await callProvider(settings.name, () =>
      client.authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    );
  } catch (error) {
    const code = error instanceof client.AuthorizationResponseError ? providerCodeOf(error) : '';
    if (silent && cannotBeSilent.has(code)) throw new NeedsInteraction();
    if (refusedByPerson.has(code)) throw new SignInRefusal('cancelled', { finding: code });
    if (providersFault.has(code)) throw new SignInRefusal('unreachable', { finding: code });
    return refuse(settings, error);
  }
}

/** Failures of the library become refusals; a failure of the connection stays one. */
function refuse(settings: OidcSettings, error: unknown): never {
  if (!isLibraryError(error)) throw error;
  throw new SignInRefusal(reasonOf(error), { finding: findingOf(error), advice: adviceOf(error, settings) });
}

function reasonOf(error: Error) {
  if (codeOf(error) === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  // The code was too old, already used, or not meant for this verifier.
  return providerCodeOf(error) === 'invalid_grant' ? 'state' : 'token';
}
