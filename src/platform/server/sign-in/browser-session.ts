import { sessionCookie } from '../session/sessions.ts';
import type { Visit } from './provider.ts';

/**
 * What the session cookie of the browser at the door stands for. After an `ended` one, a person who is still signed in
 * at the provider comes back without being asked. A session of another provider that cannot be asked at present is
 * `unknown`, and must not keep anybody from signing in.
 */
export async function sessionOf({ context }: Visit): Promise<'none' | 'live' | 'ended' | 'unknown'> {
  if (context.cookie(sessionCookie) === undefined) return 'none';
  try {
    return (await context.identify()) === null ? 'ended' : 'live';
  } catch {
    return 'unknown';
  }
}
