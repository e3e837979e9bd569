import { createRequestKinds, type WorkerPage } from '../../platform/web/offline/request-kinds.ts';
import { sendWaitingEntries, syncTag } from '../../platform/web/offline/send.ts';
import { createShellCache } from '../../platform/web/offline/shell-cache.ts';

/** Written by the build (scripts/service-worker.ts): a hash over the files, their addresses, the pages. */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const __PAGES__: readonly WorkerPage[];

/** The few service worker types that are used here; TypeScript has them only instead of the page's types. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface SyncEvent extends WorkerEvent {
  readonly tag: string;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/**
 * How long the network may take before an offline screen comes from the cache. In a basement, one bar of
 * signal can be worse than none.
 */
const patienceMs = 4_000;

/** What a proxy responds while the portal itself is down. */
const portalIsDown: readonly number[] = [502, 503, 504];

const worker = globalThis as unknown as WorkerScope;
const shellCache = createShellCache(__VERSION__, __FILES__, caches);
const kindOf = createRequestKinds(location.origin, __PAGES__, __FILES__);

// A new version takes over at once: pages come from the network whenever there is one, so they are up to date.
worker.addEventListener('install', (event) => {
  event.waitUntil(shellCache.fill().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  // A preload asks the server even if the worker then leaves the navigation to the browser, which asks
  // again: a sign-in arrives twice, a link counts twice. Earlier releases enabled it, and browsers remember
  // that.
  const noPreload = worker.registration.navigationPreload?.disable();
  event.waitUntil(Promise.all([shellCache.tidy(), worker.clients.claim(), noPreload]));
});

worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request);
  if (kind === 'file') event.respondWith(answerFile(event.request));
  else if (kind !== null) event.respondWith(answerPage(event, kind === 'offline-page'));
});

worker.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendInBackground());
});

async function answerFile(request: Request): Promise<Response> {
  return (await shellCache.file(request)) ?? fetch(request);
}

/** From the network if there is one; otherwise the shell, which shows what it can. */
async function answerPage(event: FetchEvent, isOfflinePage: boolean): Promise<Response> {
  const asking = fetch(event.request);
  event.waitUntil(asking.then(() => shellCache.renewShell()).catch(() => undefined));
  const answer = await Promise.race([asking.catch(() => null), ...(isOfflinePage ? [afterPatience()] : [])]);
  const isGood = answer !== null && !(isOfflinePage && portalIsDown.includes(answer.status));
  if (isGood) return answer;
  return (await shellCache.shell()) ?? answer ?? asking;
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs, null));
}

/** Rejecting asks the browser to wake us again later. */
async function sendInBackground(): Promise<void> {
  const { ending } = await sendWaitingEntries();
  if (ending === 'unreachable') throw new Error('The portal could not be reached.');
}
