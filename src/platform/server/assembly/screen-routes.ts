import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampusData } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';
import { logRefusal, sendFailure, toRefusal, withRefusal } from '../http/failure.ts';
import type { Notices } from '../notices/notices.ts';
import { manifestOf } from '../pages/manifest.ts';
import { type Identify, type Message, type Pages, type ScreenSender, sendPage } from '../pages/pages.ts';
import type { Screens } from '../pages/screens.ts';
import { type Refusal, titleOf } from '../refusal/refusal.ts';
import { waysOut } from '../sign-in/outage-page.ts';
import { readPageData } from './page-data.ts';

interface ScreenServices {
  pages: Pages;
  campus: CampusData;
  identify(request: FastifyRequest): Promise<PersonActor | null>;
  pinsOf(personId: string): Promise<string[] | null>;
  notices: Pick<Notices, 'has' | 'at'>;
  /** Lets the browser know when someone ended the session that its cookie names. */
  tellIfEnded(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createScreenSender(services: ScreenServices): ScreenSender {
  const { pages, tellIfEnded } = services;
  return {
    async send(request, reply, status) {
      const path = pathOf(request);
      const data = await readPageData(request, path, services);
      if (data.account === null) await tellIfEnded(request, reply);
      const search = request.url.slice(path.length + 1);
      return sendPage(reply, pages.screen({ status, path, search, data }));
    },
  };
}

/**
 * Responds to an address that no route handles: below `/api` with a refusal, elsewhere with the shell, which shows its
 * screen or Page Not Found. If even that fails, a browser gets a page that tries again on its own. Also adds the
 * two files that let a browser keep the portal: its manifest, and the shell that opens offline.
 */
export function addScreens(
  app: FastifyInstance,
  services: {
    pages: Pages;
    campus: CampusData;
    screens: Screens;
    sender: ScreenSender;
    refuseUnknown(method: string, path: string, reply: FastifyReply): Refusal;
  },
): void {
  const { pages, campus } = services;
  app.get('/offline-shell', async (_request, reply) => sendPage(reply, pages.offlineShell()));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifestOf(campus))),
  );
  // Before its body is read: without a route, nothing says who may send one.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = pathOf(request);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || isForPrograms(path)) throw services.refuseUnknown(request.method, path, reply);
    done();
  });
  app.setNotFoundHandler(async (request, reply) =>
    services.sender.send(request, reply, services.screens.find(pathOf(request)) === null ? 404 : 200),
  );
}

/**
 * Responds to refused requests: a problem for programs, a page where a browser shows what it gets. Call it before any
 * route is added, since a route keeps the handler that it finds.
 */
export function addFailures(
  app: FastifyInstance,
  pages: Pages,
  ways: readonly { name: string; title: string }[],
  identify: (request: FastifyRequest) => ReturnType<Identify>,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (!isNavigation(request)) return sendFailure(error, request, reply);
    const refusal = toRefusal(error);
    logRefusal(refusal, request);
    const message = {
      ...messageFor(refusal),
      // Of someone who followed a link or typed an address, nothing else was sent.
      ...(refusal.kind === 'invalid' && request.method === 'GET'
        ? { title: 'Please check the address' }
        : {}),
      ...(refusal.kind === 'signed-out' ? { links: [signInLink(ways, request.url), homeLink] } : {}),
      ...waysOut(refusal.details.cause, ways, request.url),
    };
    const page = await pages.message(message, () => identify(request));
    return sendPage(withRefusal(refusal, reply), page);
  });
}

/** Addresses that people never type: a missing file must not return a page. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|assets|health)(\/|$)/i.test(path);
}

/** A browser that shows what it gets, at an address that returns something to show. JSON calls are for programs. */
function isNavigation(request: FastifyRequest): boolean {
  const shows = request.routeOptions.config.shown === true || !isForPrograms(pathOf(request));
  return (
    shows &&
    (request.headers['sec-fetch-mode'] === 'navigate' || /^text\/html/.test(request.headers.accept ?? ''))
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

const homeLink = { href: '/', title: 'Go to the home page' };

/** To the only provider or the page that offers several, and back to what was requested. */
function signInLink(ways: readonly { name: string }[], address: string) {
  const redirect = encodeURIComponent(address);
  const [only, ...others] = ways;
  const isOnly = only !== undefined && others.length === 0;
  const page = isOnly ? `/api/auth/providers/${only.name}/login` : '/sign-in';
  return { href: `${page}?redirect=${redirect}`, title: 'Sign in', isMain: true };
}

/** What a page says about a refusal. If it may be temporary, the page tries again. */
export function messageFor(refusal: Refusal): Message {
  const comesBack = refusal.kind === 'unavailable';
  return {
    status: refusal.status,
    title: titleOf(refusal.kind),
    text: refusal.message,
    links: [homeLink],
    ...(comesBack ? { refreshSeconds: refusal.details.retryAfterSeconds ?? 5 } : {}),
  };
}
