import { signedOutCookie } from '../../contract/signed-out-cookie.ts';
import type { CallContext } from '../http/context.ts';
import { signedOutOptions } from '../http/tell-if-ended.ts';
import { html } from '../pages/html.ts';
import type { Message } from '../pages/pages.ts';
import { sessionCookie } from '../session/sessions.ts';
import { safeRedirect } from './redirect.ts';
import { asAnswer } from './refusal-page.ts';
import type { SignInServices } from './sign-in.ts';

/**
 * Whether a person went there, by a link of ours or by typing the address. Anything else that can make a
 * browser send a GET (an image on a foreign page), and every client that does not say, gets the button.
 */
function isOwnNavigation(context: CallContext): boolean {
  const site = context.header('sec-fetch-site');
  return (site === 'same-origin' || site === 'none') && context.header('sec-fetch-mode') === 'navigate';
}

export function createLogout({ platform, sessions, providers }: SignInServices) {
  /** Ends the session here. @returns Where the browser ends the one at the provider. */
  const endSession = async (context: CallContext): Promise<string | null> => {
    const token = context.cookie(sessionCookie);
    context.setCookie(sessionCookie, '', { maxAge: 0 });
    // The browser may end up at another site: the next page of ours removes what the person left there.
    context.setCookie(signedOutCookie, 'yes', signedOutOptions);
    if (token === undefined) return null;
    const { clientAddress, requestId } = context;
    const ended = await sessions.end(token, { clientAddress, requestId });
    if (ended === null) return null;
    return (await providers.find(ended.provider)?.logoutUrl?.(ended.state)) ?? null;
  };

  return {
    /** Ends sessions because their provider did; this browser forgets its own if it was one of them. */
    async endByProvider(context: CallContext, provider: string, keys: readonly string[]): Promise<void> {
      const { clientAddress, requestId } = context;
      await sessions.endByProvider(provider, keys, { clientAddress, requestId });
      const token = context.cookie(sessionCookie);
      if (token === undefined || !(await sessions.wasEnded(token))) return;
      context.setCookie(sessionCookie, '', { maxAge: 0 });
      context.setCookie(signedOutCookie, 'yes', signedOutOptions);
    },
    async navigate(context: CallContext, provider: string, written: unknown) {
      const redirect = safeRedirect(written, platform.publicUrl);
      if (!context.isAsking && isOwnNavigation(context))
        return { location: (await endSession(context)) ?? redirect };
      const question: Message = {
        status: 200,
        title: 'Do you want to sign out?',
        text: 'This ends your session in this browser.',
        form: {
          action: `/api/auth/providers/${provider}/logout`,
          button: 'Sign out',
          fields: { postLogoutRedirectUri: redirect },
        },
        links: [{ href: '/', title: 'Stay signed in' }],
      };
      const page = await platform.pages.message(question, context.identify);
      return asAnswer(context, { page });
    },
    async confirm(context: CallContext, written: unknown) {
      const elsewhere = await endSession(context);
      if (elsewhere === null) return { location: safeRedirect(written, platform.publicUrl) };
      // `form-action 'self'` keeps a form from ending at another origin, even by redirect; this page may.
      context.setHeader('refresh', `0; url=${elsewhere}`);
      const page = await platform.pages.message({
        status: 200,
        title: "You're signed out here",
        text: "Next, you'll be signed out at the sign-in service.",
        content: html`<p><a href="${elsewhere}">Continue to the sign-in service</a></p>`,
      });
      return asAnswer(context, { page });
    },
  };
}
