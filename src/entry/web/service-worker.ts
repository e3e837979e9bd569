import { createErrands } from '../../platform/web/offline/errands.ts';
import { createKeeper } from '../../platform/web/offline/keeper.ts';
import { sendWaitingWrites, syncTag } from '../../platform/web/offline/send-waiting.ts';

/** Written by the build (scripts/service-worker.ts): a hash over the files, their addresses, the screens' paths. */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const __SCREENS__: readonly string[];

/** The few things of a service worker that are used here; TypeScript has them only in place of the page's types. */
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

/** How long the network may take to show an offline screen. In a basement one bar of signal can be worse than none. */
const patienceMs = 4_000;

/** What a proxy answers while the portal itself is down. */
const portalIsDown: readonly number[] = [502, 503, 504];

const worker = globalThis as unknown as WorkerScope;
const keeper = createKeeper(__VERSION__, __FILES__, caches);
const errandFor = createErrands(location.origin, __SCREENS__, __FILES__);

// A new version takes over at once: pages come from the network whenever there is one, so they are new already.
worker.addEventListener('install', (event) => {
  event.waitUntil(keeper.fill().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  // A preload asks the server even where the worker then leaves the navigation to the browser, which asks once more:
  // a sign-in arrives twice, a link counts twice. Earlier releases enabled it, and browsers remember that.
  const noPreload = worker.registration.navigationPreload?.disable();
  event.waitUntil(Promise.all([keeper.tidy(), worker.clients.claim(), noPreload]));
});

worker.addEventListener('fetch', (event) => {
  const errand = errandFor(event.request);
  if (errand === 'file') event.respondWith(answerFile(event.request));
  else if (errand !== null) event.respondWith(answerScreen(event, errand === 'offline-screen'));
});

worker.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendInBackground());
});

async function answerFile(request: Request): Promise<Response> {
  return (await keeper.file(request)) ?? fetch(request);
}

/** From the network whenever there is one; else the shell, which shows what it can. */
async function answerScreen(event: FetchEvent, isOfflineScreen: boolean): Promise<Response> {
  const asking = fetch(event.request);
  event.waitUntil(asking.then(() => keeper.renewShell()).catch(() => undefined));
  const answer = await Promise.race([
    asking.catch(() => null),
    ...(isOfflineScreen ? [afterPatience()] : []),
  ]);
  const isGood = answer !== null && !(isOfflineScreen && portalIsDown.includes(answer.status));
  if (isGood) return answer;
  return (await keeper.shell()) ?? answer ?? asking;
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs, null));
}

/** Rejecting asks the browser to wake us again later. */
async function sendInBackground(): Promise<void> {
  const { ending } = await sendWaitingWrites();
  if (ending === 'unreachable') throw new Error('The portal could not be reached.');
}
