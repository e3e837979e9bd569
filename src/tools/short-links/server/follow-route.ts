import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallInput } from '../../../platform/contract/call.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { addEarlyRedirect } from '../../../platform/server/http/early-redirect.ts';
import { isPrefetch } from '../../../platform/server/http/prefetch.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { followLink, resolveLink } from '../contract.ts';
import { countVisit, type FollowServices, findFollowed, recallFollowed } from './follow.ts';
import type { Followed } from './link-memory.ts';

/**
 * `/r/:shortUrl` for browsers, scanners, and previews. It is the hot path: a live link in memory is followed before any
 * route is looked up. The direct route handles the rest, without the body, cookies, and shapes of a mounted call.
 */
export function addFollowRoute(
  app: FastifyInstance,
  services: FollowServices,
  platform: Pick<Platform, 'screens' | 'publicUrl' | 'metrics'>,
): void {
  function answer(request: FastifyRequest, reply: FastifyReply, followed: Followed | null) {
    if (followed?.state === 'live') {
      if (request.method === 'GET' && !isPrefetch('GET', request.headers))
        countVisit(services, followed.link);
      return reply.code(302).header('location', followed.link.target).send();
    }
    // The screen says why not; the status tells programs.
    return platform.screens.send(request, reply, followed === null ? 404 : 410);
  }

  // A name with a slash after it is the same: people and other software add one.
  for (const url of [followLink.path, `${followLink.path}/`]) {
    app.route<{ Params: { shortUrl: string } }>({
      method: ['GET', 'HEAD'],
      url,
      config: { quiet: true, call: followLink.path },
      handler(request, reply) {
        const { shortUrl } = request.params;
        const known = recallFollowed(services, shortUrl);
        if (known !== undefined) return answer(request, reply, known);
        return findFollowed(services, shortUrl, request.clientAddress).then((found) =>
          answer(request, reply, found),
        );
      },
    });
  }

  addEarlyRedirect(
    app,
    { call: followLink, locate: (name, method) => locate(services, name, method) },
    platform,
  );
}

/** The target of a live link, as far as memory knows; counts the visit. */
function locate(services: FollowServices, shortUrl: string, method: 'GET' | 'HEAD'): string | undefined {
  const known = recallFollowed(services, shortUrl);
  if (known?.state !== 'live') return undefined;
  if (method === 'GET') countVisit(services, known.link);
  return known.link.target;
}

/** The address of a link as text, for the screen; counts a visit. */
export async function handleResolveLink(
  services: FollowServices,
  { clientAddress, isAsking }: Pick<CallContext, 'clientAddress' | 'isAsking'>,
  { params: { shortUrl } }: CallInput<typeof resolveLink>,
): Promise<string> {
  const followed =
    recallFollowed(services, shortUrl) ?? (await findFollowed(services, shortUrl, clientAddress));
  if (followed === null) throw refusalOf(resolveLink, 'unknown');
  if (followed.state === 'expired') throw refusalOf(resolveLink, 'expired');
  if (!isAsking) countVisit(services, followed.link);
  return followed.link.target;
}
