import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CampusData, PageData } from '../../contract/account.ts';
import type { Notice } from '../../contract/notices.ts';
import type { PersonActor } from '../actor/actor.ts';
import { type PageSources, pageHeaders, pagePolicy } from '../http/headers.ts';
import { Html, html } from './html.ts';
import { messageStyle } from './message-style.ts';
import { renderEmergency } from './render-emergency.ts';
import type { PageRequest, Screens } from './screens.ts';

/** A page without scripts: a title, a sentence, and what to do next. */
export interface Message {
  status: number;
  title: string;
  /** The title of the browser's tab, if different. */
  documentTitle?: string;
  text: string;
  /** Someone signs in here: it also links to what helps those who can't. */
  isSignIn?: boolean;
  /** Where to go from here. */
  links?: readonly { href: string; title: string; isMain?: boolean }[];
  /** A form with one button. */
  form?: { action: string; button: string; fields?: Readonly<Record<string, string>> };
  /** Anything below the text. */
  content?: Html;
  /** The page reloads after this many seconds. */
  refreshSeconds?: number;
  /** One of our addresses that the browser opens at once. The page stays if that is a download. */
  goesOnTo?: string;
}

/** Sends the shell for the address of a request. */
export interface ScreenSender {
  send(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply>;
}

/** An HTML response with the policy that belongs to its nonce. */
export interface RenderedPage {
  status: number;
  html: string;
  headers: Record<string, string>;
}

/** Finds the person whose session a request has; it may fail. */
export type Identify = () => Promise<PersonActor | null>;

export interface Pages {
  /**
   * With the emergencies that are for everyone, as far as they are known within a moment.
   * @param identify Who is signed in, whose own emergencies are then on it, too. Not for pages where someone signs in: the
   * next person at a shared computer reads them.
   */
  message(message: Message, identify?: Identify): Promise<RenderedPage>;
  /** The shell, for a path in the browser; the status tells programs what a person reads on it. */
  screen(request: { status: number } & Omit<PageRequest, 'nonce'>): RenderedPage;
  /** The shell without a person in it, for the browser to keep: it opens any screen that works offline. */
  offlineShell(): RenderedPage;
}

/**
 * @param sources What a page may load from an outside service, by its path.
 * @param emergencies Those that everyone may read, and those of one person, for pages without scripts; it never fails.
 */
export function createPages(
  campus: CampusData,
  screens: Screens,
  sources: ReadonlyMap<string, PageSources> = new Map(),
  emergencies: (identify?: Identify) => Promise<readonly Notice[]> = async () => [],
): Pages {
  const shell = (status: number, request: Omit<PageRequest, 'nonce'>) => {
    const own = sources.get(request.path.replace(/(?<=.)\/$/, ''));
    const data: PageData = own === undefined ? request.data : { ...request.data, ownPolicy: true };
    return withPolicy(
      status,
      (nonce) => screens.render({ ...request, data, nonce }),
      screens.inlineScripts(),
      own,
    );
  };
  return {
    message: async (message, identify) => messagePage(message, campus, await emergencies(identify)),
    screen: ({ status, ...request }) => shell(status, request),
    offlineShell() {
      const data: PageData = { campus, account: null, offline: true };
      return shell(200, { path: '/', search: '', data });
    },
  };
}

/** A page without scripts, which also works before there are screens. */
export function messagePage(
  message: Message,
  campus: CampusData,
  emergencies: readonly Notice[] = [],
): RenderedPage {
  return withPolicy(message.status, (nonce) => renderMessage(message, campus, emergencies, nonce));
}

/** Sends a rendered page. */
export function sendPage(reply: FastifyReply, page: RenderedPage): FastifyReply {
  return reply.code(page.status).headers(page.headers).send(page.html);
}

function withPolicy(
  status: number,
  render: (nonce: string) => string,
  scripts: readonly string[] = [],
  sources?: PageSources,
): RenderedPage {
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    html: render(nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...pageHeaders(pagePolicy(nonce, scripts, sources)),
    },
  };
}

function renderMessage(
  message: Message,
  campus: CampusData,
  emergencies: readonly Notice[],
  nonce: string,
): string {
  const { title, documentTitle = title, text, links = [], form, content, refreshSeconds, goesOnTo } = message;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
${goesOnTo === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${goesOnTo}">`}
<title>${campus.product} | ${documentTitle}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${new Html(messageStyle)}</style>
</head>
<body>
${campus.demo ? html`<aside class="banner" aria-label="Demo"><strong>Demo</strong> The people and data here are made up, and anyone can sign in.</aside>` : null}
${emergencies.map(renderEmergency)}
<main>
<a class="product" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${campus.product} &middot; ${campus.college}</a>
<h1>${title}</h1>
<p>${text}</p>
${content ?? null}
<div class="actions">
${form === undefined ? null : renderForm(form)}
${(message.isSignIn === true ? campus.signInHelp : []).map(({ path, title: label }) => html`<a class="button quiet" href="${path}">${label}</a>`)}
${links.map(({ href, title: label, isMain }) => html`<a class="${isMain ? 'button' : 'button quiet'}" href="${href}">${label}</a>`)}
</div>
</main>
</body>
</html>`;
  return page.text;
}

function renderForm(form: NonNullable<Message['form']>): Html {
  const fields = Object.entries(form.fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${form.action}">${fields}<button class="button">${form.button}</button></form>`;
}
