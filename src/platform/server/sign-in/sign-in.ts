import { readAccount } from '../../contract/account.ts';
import {
  confirmLogout,
  finishSignIn,
  logout,
  readMetadata,
  readUserPhoto,
  receiveResponse,
  singleLogout,
  startSignIn,
  submitSignIn,
} from '../../contract/sign-in.ts';
import { signedOutCookie } from '../../contract/signed-out-cookie.ts';
import { type CallContext, type Route, route } from '../http/context.ts';
import { refusalOf } from '../refusal/declared-refusal.ts';
import type { Refusal } from '../refusal/refusal.ts';
import { type Sessions, sessionCookie } from '../session/sessions.ts';
import type { Platform } from '../tool/server-tool.ts';
import { admit } from './admit.ts';
import { sessionOf } from './browser-session.ts';
import { createGoOn } from './go-on.ts';
import { createLogout } from './logout.ts';
import { deleteOverLinkRequests } from './people.ts';
import { presentAccount } from './present-account.ts';
import type { Arrival, Provider, SignInForm, Step, Visit } from './provider.ts';
import type { ProviderSettings } from './read-providers.ts';
import { safeRedirect } from './redirect.ts';
import { asAnswer, refusalPage } from './refusal-page.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

export interface SignInServices {
  platform: Platform;
  sessions: Sessions;
  providers: ProviderSettings;
  /** The tools, with what they answer. */
  running: readonly { routes: readonly Route[] }[];
}

export interface SignIn {
  readonly routes: readonly Route[];
  /** Deletes what newcomers who no longer need a decision left behind. */
  cleanUp(): Promise<void>;
}

/** The calls for signing in and out. Providers first prepare what they keep in the database. */
export async function createSignIn(services: SignInServices): Promise<SignIn> {
  const { platform, sessions, providers } = services;
  for (const provider of providers.all) await provider.prepare?.(platform);
  const logoutHandlers = createLogout(services);
  const goOn = createGoOn(services);

  const visitOf = (name: string, context: CallContext, written: unknown, wantsAnother = false) => {
    const provider = findProvider(providers, name);
    const redirect = safeRedirect(written, platform.publicUrl);
    return { provider, redirect, visit: { context, services: platform, wantsAnother } satisfies Visit };
  };

  /** Starts the session and sends the browser where the person wanted to go. */
  const admitAndRedirect = async (provider: Provider, { context }: Visit, arrival: Arrival) => {
    const { clientAddress, userAgent, requestId } = context;
    const client = { clientAddress, userAgent, requestId, previousToken: context.cookie(sessionCookie) };
    const token = await admit({ platform, sessions }, provider, arrival, client).catch((error: unknown) => {
      throw error instanceof SignInRefusal ? SignInRefusal.from(error, arrival.redirect) : error;
    });
    context.setCookie(sessionCookie, token);
    if (context.cookie(signedOutCookie) !== undefined) context.setCookie(signedOutCookie, '', { maxAge: 0 });
    return goOn(arrival.redirect);
  };

  return {
    routes: [
      route(readAccount, async ({ actor }) => presentAccount(actor)),
      route(startSignIn, async (context, { params, query }) => {
        const { provider, redirect, visit } = visitOf(
          params.provider,
          context,
          query.redirect ?? query.postLoginRedirectUri,
          query.another !== undefined,
        );
        return orRefusalPage(provider, visit, redirect, () => provider.start(visit, { redirect }));
      }),
      route(submitSignIn, async (context, { params, body }) => {
        const { provider, redirect, visit } = visitOf(params.provider, context, body.redirect);
        const submit = provider.submit?.bind(provider);
        if (submit === undefined) throw unknownProvider();
        const form = { ...body, redirect };
        const step = async () => admitAndRedirect(provider, visit, await submit(visit, form));
        return orRefusalPage(provider, visit, redirect, step, form);
      }),
      route(finishSignIn, async (context, { params, query }) => {
        const { provider, visit } = visitOf(params.provider, context, '/');
        const callback = provider.callback?.bind(provider);
        // A code is good for one use; neither HEAD nor a prefetch may use it up.
        if (callback === undefined || context.isAsking) throw unknownProvider();
        return orRefusalPage(provider, visit, '/', async () => {
          const arrival = await callback(visit, toParameters(query)).catch((error: unknown) =>
            pastSignIn(error, visit),
          );
          return 'location' in arrival ? arrival : admitAndRedirect(provider, visit, arrival);
        });
      }),
      route(
        receiveResponse,
        async (context, { params, body }) => {
          const { provider, visit } = visitOf(params.provider, context, '/');
          const receive = provider.receive?.bind(provider);
          if (receive === undefined) throw unknownProvider();
          return orRefusalPage(provider, visit, '/', () => receive(visit, body));
        },
        { readsBody: providers.all.some(({ receive }) => receive !== undefined) },
      ),
      route(readMetadata, async (_context, { params }) => {
        const text = await findProvider(providers, params.provider).metadata?.();
        if (text === undefined) throw unknownProvider();
        return text;
      }),
      route(singleLogout, async (context, { params }) => {
        const { provider, visit } = visitOf(params.provider, context, '/');
        const answer = provider.singleLogout?.bind(provider);
        if (answer === undefined || context.isAsking) throw unknownProvider();
        return orRefusalPage(provider, visit, '/', () =>
          answer(visit, (keys) => logoutHandlers.endByProvider(context, provider.name, keys)),
        );
      }),
      route(logout, async (context, { params, query }) => {
        findProvider(providers, params.provider);
        return logoutHandlers.navigate(context, params.provider, query.postLogoutRedirectUri);
      }),
      route(confirmLogout, async (context, { params, body }) => {
        findProvider(providers, params.provider);
        return logoutHandlers.confirm(context, body.postLogoutRedirectUri);
      }),
      route(readUserPhoto, async ({ actor, reader }, { params }) => {
        findProvider(providers, params.provider);
        const person = await reader
          .selectFrom('people')
          .select('photo')
          .where('id', '=', actor.id)
          .executeTakeFirst();
        const photo = person?.photo ?? null;
        if (photo === null) throw refusalOf(readUserPhoto, 'no-photo');
        return photo.toString('base64');
      }),
    ],
    cleanUp: () => deleteOverLinkRequests(platform.unaudited('expired rows')),
  };
}

function unknownProvider(): Refusal {
  return refusalOf(startSignIn, 'unknown-provider');
}

function findProvider(providers: ProviderSettings, name: string): Provider {
  const provider = providers.find(name);
  if (provider === undefined) throw unknownProvider();
  return provider;
}

/** Runs a step of a sign-in; a refusal becomes a page that says why. */
async function orRefusalPage(
  provider: Provider,
  visit: Visit,
  redirect: string,
  step: () => Promise<Step>,
  form?: SignInForm,
) {
  try {
    return asAnswer(visit.context, await step());
  } catch (error) {
    return asAnswer(visit.context, { page: await refusalPage(error, { provider, visit, redirect, form }) });
  }
}

/**
 * "Back" leads to the provider's page, and that to a callback whose cookie has expired: a signed-in person has nothing to
 * complete.
 * @throws the error itself in any other case
 */
async function pastSignIn(error: unknown, visit: Visit): Promise<{ location: string }> {
  const isPast = error instanceof SignInRefusal && error.reason === 'state';
  if (!isPast || (await sessionOf(visit)) !== 'live') throw error;
  return { location: error.redirect ?? '/' };
}

/**
 * The parameters that the browser brought from the provider.
 * @throws SignInRefusal if one is repeated (RFC 6749 section 3.1).
 */
function toParameters(query: Record<string, unknown>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new SignInRefusal('token', { finding: 'repeated parameter' });
    parameters.set(name, value);
  }
  return parameters;
}
