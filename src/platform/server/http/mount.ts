import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCountedDownload } from '../../contract/call.ts';
import { type Actor, nobody, type PersonActor, type SignedInActor } from '../actor/actor.ts';
import type { DataOwner, Origin } from '../change/audit.ts';
import type { Change, ChangeService } from '../change/change.ts';
import type { Database, Reader } from '../db/database.ts';
import { clientAddress } from '../network/client-address.ts';
import { forbidden, type Refusal } from '../refusal/refusal.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { answerWith, withoutContent } from './answer.ts';
import { cookiesThatCount } from './bearer.ts';
import type { CallContext, Route } from './context.ts';
import { type CookieJar, createCookieJar } from './cookies.ts';
import { noteDisclosure } from './disclosure.ts';
import { type CountDownload, createDownloadLimit } from './download-limit.ts';
import { answerOnce } from './idempotency.ts';
import { admit, identifyBy } from './identify.ts';
import { assertIdentity, type CheckedInput, readInput } from './input.ts';
import { isPrefetch } from './prefetch.ts';
import type { Turn } from './requests-in-turn.ts';
import { versionReader } from './takes-version.ts';
import type { UploadServices } from './upload.ts';

/** Finds the person of a session cookie; `null` if there is none or it has ended. */
export type Authenticate = (token: string) => Promise<PersonActor | null>;

export interface MountServices {
  publicUrl: string;
  database: Database;
  reader: Reader;
  change: ChangeService;
  secrets: Secrets;
  authenticate: Authenticate;
  tokens: Tokens;
  /** Whether someone ended the session of a cookie. */
  wasEnded(token: string): Promise<boolean>;
  sessionCookie: string;
  trustedProxies: { contains(address: string): boolean };
  /** Where uploaded files go. */
  uploads: UploadServices;
}

declare module 'fastify' {
  interface FastifyRequest {
    clientAddress: string;
    /** The id of the signed-in person, once something asked for it. */
    personId: string | null;
    /** The id of the service token that is used. */
    tokenId: string | null;
  }
  interface FastifyContextConfig {
    /** Counted in metrics, not logged line by line. */
    quiet?: boolean;
    /** A browser shows the response (page, redirect, download), so its refusals are pages, too. */
    shown?: boolean;
    /** The call declares that a page of another site may send it. */
    fromOtherSites?: true;
    /** The declared path, for logs and metrics. */
    call?: string;
  }
}

/** Adds what every request carries. Called once, before any route. */
export function decorateRequests(app: FastifyInstance, services: MountServices): void {
  app.decorateRequest('personId', null);
  app.decorateRequest('tokenId', null);
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return clientAddress(
        this.raw.socket.remoteAddress,
        this.headers['x-forwarded-for'],
        services.trustedProxies,
      );
    },
  });
}

/**
 * Of the JSON or form of a call that reads neither, which would stay in memory until the response. Some clients send an
 * empty object with every request.
 */
const unreadBytes = 1024;

const shownKinds: ReadonlySet<string> = new Set(['page', 'redirect', 'download', 'file']);

/** Who a request was admitted as, and when. */
interface Admitted {
  actor: SignedInActor;
  at: number;
}
/** For this many milliseconds. A body may take hours to arrive, and its session may have ended since. */
const admittedFor = 1_000;

/** Turns one declared call into a route. Access is decided before the body is read. */
function mount(
  app: FastifyInstance,
  route: Route,
  services: MountServices,
  countDownload: CountDownload,
): void {
  const { call, handler } = route;
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const turns = new WeakMap<FastifyRequest, Turn>();
  const readSeen = versionReader(call);
  const isRead = route.readsBody !== false && (call.body?.kind === 'json' || call.body?.kind === 'form');
  const admitNow = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await admit(call, request, reply, services);
    admitted.set(request, { actor, at: performance.now() });
    return actor;
  };
  /** Who the handler acts for: checked again if the body, a scan, or a turn took a while. */
  const actorNow = (request: FastifyRequest, reply: FastifyReply) => {
    const before = admitted.get(request);
    if (before === undefined) return nobody;
    return performance.now() - before.at < admittedFor ? before.actor : admitNow(request, reply);
  };
  app.route({
    method: call.method,
    url: urlOf(call.path),
    config: {
      call: call.path,
      shown: shownKinds.has(call.reply.kind),
      ...(call.fromOtherSites === true ? { fromOtherSites: true } : {}),
    },
    bodyLimit: isRead ? call.body.maxBytes : unreadBytes,
    onRequest: async (request, reply) => {
      if (call.access === 'public') return;
      const { id } = await admitNow(request, reply);
      // An upload may take hours, and everything else of that person would wait in vain.
      const isUpload = call.body?.kind === 'upload';
      turns.set(request, await (isUpload ? app.uploadTurns : app.turns).take(id, reply.raw));
      app.unread.demandRoom(id);
      if (isUpload) app.pace.allowUpload(request.raw);
    },
    handler: async (request, reply) => {
      const jar = createCookieJar(cookiesThatCount(request), services.publicUrl);
      const find = () => answerTo(request, reply, jar);
      const answer = await (turns.get(request)?.during(find) ?? find());
      if (request.method === 'HEAD') return answerWith(call, request, reply, withoutContent(answer));
      if (jar.lines().length > 0 && isAhead(request)) throw askedAhead();
      for (const line of jar.lines()) reply.header('set-cookie', line);
      return answerWith(call, request, reply, answer);
    },
  });

  async function answerTo(request: FastifyRequest, reply: FastifyReply, jar: CookieJar) {
    const input = await readInput(route, request, services.uploads, admitted.get(request)?.actor ?? nobody);
    const told: (readonly DataOwner[])[] = [];
    const tellAbout: CallContext['tellAbout'] = (owners) => void told.push(owners);
    const work = async () => {
      const actor = await actorNow(request, reply);
      assertIdentity(call, input, actor);
      if (isCountedDownload(call)) countDownload('id' in actor ? actor.id : request.clientAddress, reply.raw);
      const origin: Origin = {
        actor,
        clientAddress: request.clientAddress,
        requestId: request.id,
        ...(readSeen === null ? {} : { seen: readSeen(input.body) }),
      };
      const inTurn = input.within;
      const context = { ...contextOf(request, reply, jar, actor, services, origin), inTurn, tellAbout };
      await route.prepare?.(context as never, input as never);
      const attempt = { call, request, actor, input, services, origin, context };
      const answer = await answerOnce(attempt, handler as never);
      await noteDisclosure(call, input, context.change, told);
      return answer;
    };
    return answerAndTidy(input, () => input.inTurn(work));
  }
}

/** Outside `/api`, an id only matches a UUID, so that screens can have addresses next to it. */
function urlOf(path: string): string {
  return path.startsWith('/api/') ? path : path.replace(/:id\b/, ':id(^[0-9a-fA-F-]{36}$)');
}

/** Runs a handler, then removes uploaded files that it did not claim. */
async function answerAndTidy<T>(input: CheckedInput, run: () => T | Promise<T>): Promise<T> {
  try {
    const answer = await run();
    await input.discard(null);
    return answer;
  } catch (error) {
    await input.discard(error);
    throw error;
  }
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  jar: CookieJar,
  actor: Actor,
  services: MountServices,
  origin: Origin,
): Omit<CallContext, 'inTurn' | 'tellAbout'> {
  return {
    actor,
    reader: services.reader,
    change: changeOf(request, services, origin),
    clientAddress: request.clientAddress,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
    isAsking: request.method === 'HEAD' || isAhead(request),
    log: request.log,
    identify: () => identifyBy(request, services),
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    rawQuery: request.originalUrl.split('?').slice(1).join('?'),
    cookie: (name) => jar.read(name),
    setCookie: (name, value, options) => jar.write(name, value, options),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

/** HEAD does what a GET would: refused where that is refused, but without its effects. */
function changeOf(request: FastifyRequest, { change }: MountServices, origin: Origin): Change {
  if (request.method === 'HEAD') return change.rehearseAs(origin);
  // A response whose disclosure is not recorded must not be sent, either.
  if (isAhead(request)) return () => Promise.reject(askedAhead());
  return change.changeAs(origin);
}

const isAhead = (request: FastifyRequest) => isPrefetch(request.method, request.headers);

/** With a status outside 2xx, a browser drops what it prefetched and requests it again when it is needed. */
function askedAhead(): Refusal {
  return forbidden("This can't be loaded ahead of time. Open it again.");
}

/** Mounts all routes of a tool or service. */
export function mountAll(app: FastifyInstance, routes: readonly Route[], services: MountServices): void {
  const countDownload = createDownloadLimit();
  for (const one of routes) mount(app, one, services, countDownload);
}
