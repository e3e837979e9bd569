import { mustAskWho, sessionOf } from '../browser-session.ts';
import type { Provider, Visit } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { keepTransaction, type Transaction, takeTransaction } from '../transaction.ts';
import { refusalAdvice } from './advice.ts';
import { takeArrival } from './arrivals.ts';
import { isOurId, logoutAddress, newId, signInAddress } from './messages.ts';
import { ourMetadata } from './our-metadata.ts';
import { type Own, ownShape, receive } from './receive.ts';
import type { SamlSettings } from './saml-settings.ts';
import { readKept } from './session-state.ts';
import { singleLogout } from './single-logout.ts';

/** Sign-in by the Web Browser SSO profile of SAML 2.0: HTTP-Redirect out, HTTP-POST back. */
export function createSamlProvider(settings: SamlSettings): Provider {
  const { name, title, domains, joinByEmail, groups } = settings;
  return {
    name,
    title,
    domains,
    trustedEmail: joinByEmail,
    advice: refusalAdvice(settings),
    groups: [...new Set(groups.values())],
    async start(visit, { redirect }) {
      const mayBeSilent = settings.silentRenewal && !mustAskWho(visit);
      const silent = mayBeSilent && (await sessionOf(visit)) === 'ended';
      return { location: begin(settings, visit, { redirect, silent }) };
    },
    receive: (visit, form) => receive(settings, visit, form),
    callback: (visit, parameters) => finish(settings, visit, parameters),
    metadata: async () => ourMetadata(settings),
    singleLogout: (visit, end) => singleLogout(settings, visit, end),
    async logoutUrl(state) {
      const { logoutUrl } = settings.provider;
      const kept = readKept(state);
      if (!settings.endSessionAtProvider || logoutUrl === null || kept === null) return null;
      return logoutAddress(settings, logoutUrl, kept);
    },
  };
}

/** The id of the request is the state: the provider signs it into its response as `InResponseTo`. */
function begin(
  settings: SamlSettings,
  visit: Visit,
  { redirect, silent, again = false }: { redirect: string; silent: boolean; again?: boolean },
): string {
  const state = newId();
  const own: Own = { silent };
  keepTransaction(visit, { provider: settings.name, state, redirect, again, own });
  return signInAddress(settings, state, {
    silent,
    forced: settings.promptAfterSignOut && mustAskWho(visit),
  });
}

/** The browser that began has to come for who arrived, with its cookie, which the provider's form does not bring. */
async function finish(settings: SamlSettings, visit: Visit, parameters: URLSearchParams) {
  const state = parameters.get('state') ?? '';
  if (!isOurId(state)) throw new SignInRefusal('state', { finding: 'missing' });
  const { transaction, isFirst } = await takeTransaction(visit, settings.name, state, ownShape);
  const { redirect, own } = transaction;
  if (!isFirst) return arriveAgain(settings, visit, transaction);
  const codes = parameters.get('status');
  // A prompt after all: a provider that cannot do without one may say so in any of several ways, and someone may have signed
  // out in another tab while this one waited for its renewal.
  if (own.silent && (codes !== null || mustAskWho(visit)))
    return { location: begin(settings, visit, { redirect, silent: false }) };
  if (codes !== null) {
    const finding = /^[\w .-]{1,100}$/.exec(codes)?.[0] ?? 'unknown';
    throw SignInRefusal.from(new SignInRefusal('cancelled', { finding }), redirect);
  }
  const kept = await takeArrival(visit.services, settings.name, state);
  if (kept === null) return arriveAgain(settings, visit, transaction);
  return { ...kept, redirect };
}

/**
 * This browser has brought back this sign-in before: Back, a reload, a double click. It signs no one in; a signed-in
 * person goes where they wanted to go, and the provider, which remembers the person, is asked once more otherwise.
 */
async function arriveAgain(
  settings: SamlSettings,
  visit: Visit,
  { redirect, again }: Transaction<unknown>,
): Promise<{ location: string }> {
  if ((await sessionOf(visit)) === 'live') return { location: redirect };
  if (again) throw new SignInRefusal('state', { finding: 'used before' });
  return { location: begin(settings, visit, { redirect, silent: false, again: true }) };
}
