import { sessionCookie } from '../session/sessions.ts';
import type { Visit } from './provider.ts';

/**
 * A cookie whose session has ended: a person who is still signed in at the provider comes back without being asked. A
 * session of another provider that cannot be asked at present says nothing, and must not keep anybody from signing in.
 */
export async function hasEndedSession({ context }: Visit): Promise<boolean> {
  if (context.cookie(sessionCookie) === undefined) return false;
  try {
    return (await context.identify()) === null;
  } catch {
    return false;
  }
}
