import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Call } from '../../contract/call.ts';
import type { Place } from '../../contract/tool.ts';
import { groupCalls } from '../../documents/call-groups.ts';
import type { ConnectionSettings, OpenDatabase } from '../db/database.ts';
import { pickerRoute } from '../directory/picker-route.ts';
import { documentRoutes } from '../documents/document-routes.ts';
import { createReconcileFiles } from '../files/reconcile.ts';
import { findRoute } from '../finding/find-route.ts';
import { addHealth, serveMetrics } from '../health/health.ts';
import { createApp } from '../http/app.ts';
import { cookieName } from '../http/cookies.ts';
import { identifyBy } from '../http/identify.ts';
import { type ConnectionLimits, connectionLimits } from '../http/limits.ts';
import { type MountServices, mountAll } from '../http/mount.ts';
import { tellIfEnded } from '../http/tell-if-ended.ts';
import { refuseUnknown } from '../http/unknown.ts';
import { createCleanUp } from '../jobs/clean-up.ts';
import { createAuditRetention } from '../jobs/retain-audit.ts';
import { networkSet } from '../network/client-address.ts';
import { createNotices } from '../notices/notices.ts';
import { createDigest } from '../notifications/digest.ts';
import { createPages } from '../pages/pages.ts';
import { createScreens } from '../pages/screens.ts';
import { pinRoutes, pinsForPage } from '../pins/pins.ts';
import { sessionCookie } from '../session/sessions.ts';
import { createSignIn } from '../sign-in/sign-in.ts';
import type { Platform, ServerTool } from '../tool/server-tool.ts';
import { waitingRoutes } from '../waiting/waiting-routes.ts';
import type { Bundle } from './bundle.ts';
import { createPlatform } from './create-platform.ts';
import { openDatabases } from './databases.ts';
import { declaredScreens } from './known.ts';
import { presentCampus } from './page-data.ts';
import type { QuadSettings } from './read-settings.ts';
import { bring, findSources, nothingYet, startTools, waitingSources } from './running-tools.ts';
import { addFailures, addScreens, createScreenSender } from './screen-routes.ts';
import { openServices } from './services.ts';

/** What the program passes in. */
export interface Parts {
  /** Quad's version, for the API description. */
  version: string;
  settings: QuadSettings;
  connection: ConnectionSettings;
  secrets: readonly string[];
  tools: readonly ServerTool[];
  places: readonly Place[];
  bundle: Bundle;
  log: Logger;
  /** Limits that differ from the defaults. */
  limits?: Partial<ConnectionLimits>;
}

export interface Assembled {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly database: OpenDatabase;
  /** Whether the demo provider is on, and with it demo people and demo data. */
  readonly demo: boolean;
  /** Opens the port, and that of the metrics if configured. */
  listen(): Promise<void>;
  /** Lets requests in flight finish, saves what is only in memory, stops jobs, and closes the database. */
  stop(): Promise<void>;
}

/** Starts every service and tool; the port stays closed until `listen`. Closes what it opened if something fails. */
export async function assemble(parts: Parts): Promise<Assembled> {
  const opened = new AsyncDisposableStack();
  try {
    return await assembleInto(opened, parts);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** @param opened What a stop has to close, newest first. */
async function assembleInto(opened: AsyncDisposableStack, parts: Parts): Promise<Assembled> {
  const { settings, log, places } = parts;
  const { environment, campus } = settings;
  const { publicUrl } = environment;
  const tools = parts.tools.filter(({ tool }) => settings.providers.demo || tool.onlyInDemo !== true);
  const databases = openDatabases(opened, parts.connection, environment.databaseConnections);
  const services = await openServices(opened, { ...parts, tools, databases });
  const { unaudited, metrics, queue, providers, sessions } = services;
  const mountServices: MountServices = {
    ...services,
    publicUrl,
    database: databases.writing.database,
    authenticate: sessions.authenticate,
    wasEnded: sessions.wasEnded,
    sessionCookie,
    trustedProxies: networkSet(environment.trustedProxies),
  };
  const identify = (request: FastifyRequest) => identifyBy(request, mountServices);

  const brought = nothingYet();
  const campusData = presentCampus(campus, providers.titles, {
    demo: providers.demo,
    signInHelp: brought.signInHelp,
  });
  const notices = createNotices(brought.notices, log);
  const screens = createScreens(declaredScreens(tools, places), { product: campus.product, ...parts.bundle });
  const pages = createPages(campusData, screens, brought.pageSources, notices.emergencies);
  const sender = createScreenSender({
    pages,
    campus: campusData,
    identify,
    pinsOf: (personId) => pinsForPage(services.reader, personId, app.outages),
    notices,
    tellIfEnded: (request, reply) => tellIfEnded(request, reply, mountServices),
  });

  const platform = createPlatform({ settings, services, tools, places, screens, pages, sender, brought });
  const running = await startTools(opened, tools, platform, settings);
  bring(brought, tools, running);
  const passwordPage = running.find((tool) => tool.passwordPage !== undefined)?.passwordPage;
  for (const provider of campusData.providers)
    if (passwordPage !== undefined && platform.directoryProviders.includes(provider.name))
      provider.passwordPage = passwordPage;
  const signIn = await createSignIn({ platform, sessions, providers, running });
  queue.register([
    createCleanUp({ ...platform, sessions, signIn }),
    createAuditRetention(unaudited, campus.audit),
    createDigest(platform),
    createReconcileFiles({ storage: services.uploads.storage, unaudited }),
    ...running.flatMap(({ jobs = [] }) => jobs),
  ]);

  const limits: ConnectionLimits = {
    ...connectionLimits,
    // A browser's connections are its own, so most stay idle; a proxy's serve everyone.
    ...(environment.trustedProxies.length === 0 ? { drainIdle: 1_000 } : {}),
    ...parts.limits,
  };
  const app = await createApp({ publicUrl, log, metrics, limits }, mountServices);
  addFailures(app, pages, providers.titles, identify);
  let stopping = false;
  addHealth(app, {
    database: databases.health.database,
    others: databases.serving,
    isStopping: () => stopping,
  });
  const about = { version: parts.version, cookieName: cookieName(sessionCookie, publicUrl) };
  const routes = [
    ...signIn.routes,
    ...documentRoutes(groupCalls(tools), about),
    ...pinRoutes(unaudited),
    pickerRoute(running.find(({ personPhotos }) => personPhotos !== undefined)?.personPhotos),
    ...waitingRoutes(waitingSources(tools, running), log),
    findRoute(findSources(tools, running), services),
    ...notices.routes,
    ...running.flatMap((tool) => tool.routes),
  ];
  mountAll(app, routes, mountServices);
  for (const { directRoutes } of running) directRoutes?.(app);
  await parts.bundle.serve(app);
  const calls: Call[] = routes.map(({ call }) => call);
  addScreens(app, { pages, campus: campusData, screens, sender, refuseUnknown: refuseUnknown(calls) });
  opened.defer(queue.stop);
  await queue.start();
  let closeMetrics = async () => undefined as unknown;
  opened.defer(async () => void (await closeMetrics()));
  opened.defer(() => app.close());

  return {
    app,
    platform,
    database: databases.writing,
    demo: providers.demo,
    async listen() {
      const { host, port, metricsPort } = environment;
      // Last, the port that people use: no one is cut off because the other one is taken.
      if (metricsPort !== null) {
        const server = await serveMetrics(metrics, host, metricsPort);
        closeMetrics = () => new Promise((resolve) => server.close(resolve));
      }
      await app.listen({ host, port });
    },
    async stop() {
      stopping = true;
      await app.connections.drain(limits, app.uploads.refuse);
      await app.uploads.ended();
      await opened.disposeAsync();
    },
  };
}
