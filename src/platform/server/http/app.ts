import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createRepeats, type Repeats } from '../log/repeats.ts';
import { Refusal } from '../refusal/refusal.ts';
import { answerClientError } from './client-error.ts';
import { type Connections, watchConnections } from './connections.ts';
import { assertSameSite } from './cross-site.ts';
import { unreadableAddress } from './failure.ts';
import { securityHeaders } from './headers.ts';
import { hostRule, pathOfTarget } from './host.ts';
import { createJsonReader, type ReadJson } from './json-body.ts';
import type { ConnectionLimits } from './limits.ts';
import { OurLogController } from './log-controller.ts';
import { decorateRequests, type MountServices } from './mount.ts';
import { observeRequests } from './observe.ts';
import { type Pace, watchPace } from './pace.ts';
import { createRequestsInTurn, type RequestsInTurn } from './requests-in-turn.ts';
import { type EarlyAnswer, serverFactory } from './server-factory.ts';
import { createTablesInTurn, type TablesInTurn } from './tables-in-turn.ts';
import { charsetOf, isUtf8Coded } from './text-coding.ts';
import { createUnreadAnswers, type UnreadAnswers } from './unread-answers.ts';
import { createUploadsUnderWay, type UploadsUnderWay } from './uploads-under-way.ts';
import { createFramingRule } from './well-formed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The log for what is temporarily unavailable. */
    outages: Repeats;
    connections: Connections;
    pace: Pace;
    turns: RequestsInTurn;
    uploadTurns: RequestsInTurn;
    unread: UnreadAnswers;
    uploads: UploadsUnderWay;
    tables: TablesInTurn;
    readJson: ReadJson;
    /** Asked before any route. */
    earlyAnswers: EarlyAnswer[];
  }
}

export interface AppSettings {
  publicUrl: string;
  log: FastifyBaseLogger;
  metrics: Registry;
  limits: ConnectionLimits;
}

/**
 * The bare application: limits, security headers, the cross-site defense, body readers, and refusals. The caller mounts
 * the routes. Slow clients are cut off by the time limits.
 */
export async function createApp(settings: AppSettings, services: MountServices): Promise<FastifyInstance> {
  const headers = securityHeaders(settings.publicUrl);
  const earlyAnswers: EarlyAnswer[] = [];
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.log,
    logController: new OurLogController(),
    // Only our own ids: one that a client sends could forge log lines.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: false,
    bodyLimit: 1024 * 1024,
    serverFactory: serverFactory(settings.limits, earlyAnswers),
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, connections.lastAnswer(socket)),
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    // An address that the router cannot read reaches no hook. A browser may show what it gets.
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply.headers(headers)),
    return503OnClosing: false,
  });
  app.decorate('outages', createRepeats(settings.log));
  const connections = watchConnections(app.server);
  app.decorate('connections', connections);
  app.decorate('pace', watchPace(app.server, connections, settings.limits));
  app.decorate('turns', createRequestsInTurn(settings.limits.turns));
  app.decorate('uploadTurns', createRequestsInTurn(settings.limits.uploads));
  app.decorate('unread', createUnreadAnswers(settings.limits));
  app.decorate('uploads', createUploadsUnderWay());
  app.decorate('tables', createTablesInTurn(settings.limits.tables));
  app.decorate('earlyAnswers', earlyAnswers);
  app.decorate('readJson', createJsonReader(app));
  // Any expectation but "100-continue" may be ignored (RFC 9110, 10.1.1); Node's 417 lacks every header of ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const assertHost = hostRule(settings.publicUrl);
  const assertFraming = createFramingRule();
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    assertFraming(request.raw, reply);
    if (!isUtf8Coded(request.originalUrl)) throw unreadableAddress();
    const { host } = request.headers;
    assertHost({ target: request.originalUrl, host, rawHeaders: request.raw.rawHeaders });
    // A call itself says that other sites may send it; an address without a call never may.
    if (request.routeOptions.config.fromOtherSites !== true) {
      assertSameSite(request.method, request.headers, settings.publicUrl);
    }
    done();
  });
  decorateRequests(app, services);
  addBodyReaders(app);
  await app.register(multipart, { throwFileSizeLimit: true });
  observeRequests(app, settings.metrics);
  return app;
}

/** US-ASCII is UTF-8, too. */
const readCharsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

function addBodyReaders(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // A proxy that decompresses a body would see a different one than we do.
  app.addHook('preParsing', (request, reply, body, done) => {
    const charset = charsetOf(request.headers['content-type']);
    if (charset !== null && !readCharsets.has(charset)) {
      return done(new Refusal('unsupported-type', 'Send text as UTF-8.'));
    }
    const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (coding === 'identity') return done(null, body);
    reply.header('accept-encoding', 'identity');
    return done(new Refusal('unsupported-type', 'Send this without a content encoding.'));
  });
  // Read as they are: what they say is parsed where it is checked (`json-body.ts`, `form-body.ts`).
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
}
