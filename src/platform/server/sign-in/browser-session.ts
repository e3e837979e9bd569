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
