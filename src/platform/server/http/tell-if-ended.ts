import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedOutCookie } from '../../contract/signed-out-cookie.ts';
import { cookiesThatCount } from './bearer.ts';
import type { CookieOptions } from './context.ts';
import { createCookieJar } from './cookies.ts';
import type { MountServices } from './mount.ts';

/** As long as browsers keep a cookie: what a person left there waits this long to be removed. */
export const signedOutOptions: CookieOptions = { maxAge: 400 * 24 * 3_600, readable: true };

/**
 * Call it for a request without a person: if someone ended the session of its cookie, the browser gets the cookie from
 * which its pages learn that. The dead cookie stays, since a sign-in in another tab may just have replaced it.
 */
export async function tellIfEnded(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, sessionCookie, wasEnded }: Pick<MountServices, 'publicUrl' | 'sessionCookie' | 'wasEnded'>,
): Promise<void> {
  const jar = createCookieJar(cookiesThatCount(request), publicUrl);
  const token = jar.read(sessionCookie);
  if (token === undefined || !(await wasEnded(token))) return;
  jar.write(signedOutCookie, 'yes', signedOutOptions);
  for (const line of jar.lines()) reply.header('set-cookie', line);
}
