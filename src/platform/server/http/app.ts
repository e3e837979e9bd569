import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { createRepeats, type Repeats } from '../log/repeats.ts';
import { invalid, Refusal } from '../refusal/refusal.ts';
import { createClientErrors } from './client-error.ts';
import { assertSameSite } from './cross-site.ts';
import { sendFailure } from './failure.ts';
import { securityHeaders } from './headers.ts';
import { hostRule, pathOfTarget } from './host.ts';
import type { ConnectionLimits } from './limits.ts';
import { decorateRequests, type MountServices } from './mount.ts';
import { observeRequests } from './observe.ts';
import { assertWellFormed } from './well-formed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The log of what is temporarily not available. */
    outages: Repeats;
  }
}

export interface AppSettings {
  publicUrl: string;
  log: FastifyBaseLogger;
  metrics: Registry;
  limits: ConnectionLimits;
}

/**
 * The bare application: limits, security headers, the cross-site defence, body readers and refusals. Routes are mounted
 * by the caller. Slow clients are cut off by the time limits.
 */
export async function createApp(settings: AppSettings, services: MountServices): Promise<FastifyInstance> {
  const headers = securityHeaders(settings.publicUrl);
  const { limits } = settings;
  const clientErrors = createClientErrors();
  const app = Fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Our own ids alone: one that a client sends could forge log lines.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false },
    http: {
      maxHeaderSize: 16_384,
      // Ours is a problem like every other refusal.
      requireHostHeader: false,
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.checkEvery,
    },
    clientErrorHandler: clientErrors.answer,
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    // An address that the router cannot read meets no hook.
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply.headers(headers)),
    return503OnClosing: false,
  });
  app.decorate('outages', createRepeats(settings.log));
  clientErrors.watch(app.server);
  // What a client expects beside "100-continue" may be passed over (RFC 9110, 10.1.1); Node's 417 lacks every header of ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const assertHost = hostRule(settings.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    assertWellFormed(request.raw);
    const { host } = request.headers;
    assertHost({ target: request.originalUrl, host, rawHeaders: request.raw.rawHeaders });
    assertSameSite(request.method, request.headers, settings.publicUrl);
    done();
  });
  decorateRequests(app, services);
  addBodyReaders(app);
  await app.register(multipart, { throwFileSizeLimit: true });
  observeRequests(app, settings.metrics);
  return app;
}

function addBodyReaders(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // A proxy that unpacks a body would see another one than we do.
  app.addHook('preParsing', (request, reply, body, done) => {
    const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (coding === 'identity') return done(null, body);
    reply.header('accept-encoding', 'identity');
    return done(new Refusal('unsupported-type', 'Please send this without a content encoding.'));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) return done(invalid({ form: 'This is not valid UTF-8.' }));
    return parse(request, body.toString('utf8'), (error, value) =>
      error === null || error === undefined
        ? done(null, value)
        : done(invalid({ form: 'This is not valid JSON.' })),
    );
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      if (!isUtf8(body as Buffer)) return done(invalid({ form: 'This is not valid UTF-8.' }));
      // The first value wins: repeated fields would otherwise become a list where a text is expected.
      const fields: Record<string, string> = Object.create(null);
      for (const [name, value] of new URLSearchParams(body.toString('utf8'))) fields[name] ??= value;
      return done(null, { ...fields });
    },
  );
}
