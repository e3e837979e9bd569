import { signedOutCookie } from '../../contract/signed-out-cookie.ts';
import { sessionCookie } from '../session/sessions.ts';
import type { Visit } from './provider.ts';

/**
 * The state of the session behind the browser's cookie. After an `ended` one, a person who is still signed in
 * at the provider gets back in without a prompt. `unknown` is a session of another provider that cannot be
 * reached right now; it must not keep anyone from signing in.
 */
export async function sessionOf({ context }: Visit): Promise<'none' | 'live' | 'ended' | 'unknown'> {
  if (context.cookie(sessionCookie) === undefined) return 'none';
  try {
    return (await context.identify()) === null ? 'ended' : 'live';
  } catch {
    return 'unknown';
  }
}

/**
 * Whether a provider that still knows someone has to ask who it is. If the last person here was signed out for good, a page
 * left open in another tab would sign them in again, and the next person at this computer would have their account. And an
 * account that may not come in would be refused again and again.
 */
export function mustAskWho({ context, wantsAnother }: Visit): boolean {
  return wantsAnother === true || context.cookie(signedOutCookie) !== undefined;
}
