import * as client from 'openid-client';
import { loadPhotoLibrary } from '../../photo/photo.ts';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import { mustAskWho, sessionOf } from '../browser-session.ts';
import type { Provider, Visit } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { type Transaction, takeTransaction } from '../transaction.ts';
import { refusalAdvice } from './advice.ts';
import { begin, finish, NeedsInteraction, ownShape } from './code-flow.ts';
import { type Connect, createConnection } from './connection.ts';
import { readKept } from './kept-tokens.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { rereadGroups } from './reread-groups.ts';
import { trySecret } from './try-secret.ts';

/** Sign-in by OpenID Connect Core 1.0: authorization code flow with PKCE (RFC 7636), state and nonce. */
export function createOidcProvider(settings: OidcSettings): Provider {
  const connect = createConnection(settings);
  return {
    name: settings.name,
    title: settings.title,
    domains: settings.domains,
    trustedEmail: settings.joinByEmail,
    advice: refusalAdvice(settings),
    groups: [...new Set(settings.groups.values())],
    async prepare() {
      if (settings.photoUrl !== undefined) await loadPhotoLibrary();
    },
    async check() {
      await trySecret(settings, await connect());
    },
    async start(visit, { redirect }) {
      const silent = !mustAskWho(visit) && (await sessionOf(visit)) === 'ended';
      return { location: await begin(settings, connect, visit, { redirect, silent }) };
    },
    async callback(visit, parameters) {
      const state = parameters.get('state');
      const { transaction, isFirst } = await takeTransaction(visit, settings.name, state, ownShape);
      if (!isFirst) return arriveAgain(settings, connect, visit, transaction);
      const { redirect, own } = transaction;
      try {
        // A prompt after all: someone signed out in another tab while this one waited for its renewal.
        if (own.silent && mustAskWho(visit)) throw new NeedsInteraction();
        return await finish(settings, connect, visit, parameters, transaction);
      } catch (error) {
        if (error instanceof NeedsInteraction) {
          return { location: await begin(settings, connect, visit, { redirect, silent: false }) };
        }
        throw error instanceof SignInRefusal || error instanceof ProviderUnreachable
          ? SignInRefusal.from(error, redirect)
          : error;
      }
    },
    rereadGroups: (request) => rereadGroups(settings, connect, request),
    logoutUrl: (state) => logoutUrl(settings, connect, state),
  };
}

/**
 * This browser has brought back this sign-in before: a double click, Back, a prefetch. It signs no one in. A
 * signed-in person goes where they wanted to go; otherwise the first response is under way or lost, and the
 * provider, which remembers the person, is asked once more.
 */
async function arriveAgain(
  settings: OidcSettings,
  connect: Connect,
  visit: Visit,
  { redirect, again }: Transaction<unknown>,
): Promise<{ location: string }> {
  if ((await sessionOf(visit)) === 'live') return { location: redirect };
  if (again) throw new SignInRefusal('state', { finding: 'used before' });
  return { location: await begin(settings, connect, visit, { redirect, silent: false, again: true }) };
}

/**
 * A longer address goes without the token, and the provider asks whom to sign out. Entra ID refuses longer ones
 * (AADSTS90015), Keycloak those of more than 4 kB, and nginx, by default, a response with as much in its headers.
 */
const longestAddress = 2_000;

async function logoutUrl(
  settings: OidcSettings,
  connect: Connect,
  state: string | null,
): Promise<string | null> {
  if (!settings.endSessionAtProvider) return null;
  try {
    const configuration = await connect();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const { idToken } = readKept(state);
    const address = client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: settings.homeUrl,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    });
    if (address.href.length > longestAddress) address.searchParams.delete('id_token_hint');
    return address.href;
  } catch {
    // Either way, the session here has ended.
    return null;
  }
}
