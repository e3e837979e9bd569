import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampusData } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';
import { logRefusal, sendFailure, toRefusal, withRefusal } from '../http/failure.ts';
import { manifestOf } from '../pages/manifest.ts';
import { type Message, type Pages, type ScreenSender, sendPage } from '../pages/pages.ts';
import type { Screens } from '../pages/screens.ts';
import { type Refusal, titleOf } from '../refusal/refusal.ts';
import { waysOut } from '../sign-in/outage-page.ts';
import { readPageData } from './page-data.ts';

interface ScreenServices {
  pages: Pages;
  campus: CampusData;
  identify(request: FastifyRequest): Promise<PersonActor | null>;
  pinsOf(personId: string): Promise<string[] | null>;
  /** Tells the browser when somebody ended the session that its cookie names. */
  tellIfEnded(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createScreenSender(services: ScreenServices): ScreenSender {
  const { pages, campus, identify, pinsOf, tellIfEnded } = services;
  return {
    async send(request, reply, status) {
      const data = await readPageData(request, campus, identify, pinsOf);
      if (data.account === null) await tellIfEnded(request, reply);
      const path = pathOf(request);
      const search = request.url.slice(path.length + 1);
      return sendPage(reply, pages.screen({ status, path, search, data }));
    },
  };
}

/**
 * What answers an address that no route knows: below `/api` a refusal, elsewhere the shell, which shows its screen or
 * Page Not Found. A browser that cannot be answered gets a page that asks again by itself. Beside them stand the two
 * files by which a browser keeps the portal: its manifest and the shell that opens without a network.
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
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || isForPrograms(path)) throw services.refuseUnknown(request.method, path, reply);
    return services.sender.send(request, reply, services.screens.find(path) === null ? 404 : 200);
  });
}

/**
 * Answers what is refused: a problem for programs, a page for a browser that shows what comes. To be called before any
 * route is added, since a route keeps the handler that it finds.
 */
export function addFailures(
  app: FastifyInstance,
  pages: Pages,
  ways: readonly { name: string; title: string }[],
): void {
  app.setErrorHandler((error, request, reply) => {
    if (!isNavigation(request)) return sendFailure(error, request, reply);
    const refusal = toRefusal(error);
    logRefusal(refusal, request);
    const message = { ...messageFor(refusal), ...waysOut(refusal.details.cause, ways, request.url) };
    return sendPage(withRefusal(refusal, reply), pages.message(message));
  });
}

/** Addresses that a person never types: a missing file must not answer with a page. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|assets|health)(\/|$)/i.test(path);
}

/** A browser that shows what comes, at an address that answers with something to show; JSON calls answer programs. */
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

/** What a page says of a refusal; where it may pass by itself, the page asks again. */
export function messageFor(refusal: Refusal): Message {
  const comesBack = refusal.kind === 'unavailable';
  return {
    status: refusal.status,
    title: titleOf(refusal.kind),
    text: refusal.message,
    links: [{ href: '/', title: 'Go to the home page' }],
    ...(comesBack ? { refreshSeconds: refusal.details.retryAfterSeconds ?? 5 } : {}),
  };
}
