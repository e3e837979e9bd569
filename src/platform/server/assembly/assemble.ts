import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { SignInHelp } from '../../contract/account.ts';
import type { Call } from '../../contract/call.ts';
import type { Place } from '../../contract/tool.ts';
import { groupCalls } from '../../documents/call-groups.ts';
import type { Belongings } from '../belongings/belongings.ts';
import { createChangeService } from '../change/change.ts';
import { type ConnectionSettings, type OpenDatabase, openDatabase } from '../db/database.ts';
import { openNotifications } from '../db/notifications.ts';
import { createLeavers } from '../directory/leavers.ts';
import { pickerRoute } from '../directory/picker-route.ts';
import { documentRoutes } from '../documents/document-routes.ts';
import { createClamd } from '../files/clamd.ts';
import { openStorage } from '../files/open-storage.ts';
import { createReconcileFiles } from '../files/reconcile.ts';
import { createStoredFiles } from '../files/stored-files.ts';
import { findRoute } from '../finding/find-route.ts';
import { addGauges } from '../health/gauges.ts';
import { addHealth, serveMetrics } from '../health/health.ts';
import { createApp } from '../http/app.ts';
import { cookieName } from '../http/cookies.ts';
import type { PageSources } from '../http/headers.ts';
import { identifyBy } from '../http/identify.ts';
import { type ConnectionLimits, connectionLimits } from '../http/limits.ts';
import { type MountServices, mountAll } from '../http/mount.ts';
import { tellIfEnded } from '../http/tell-if-ended.ts';
import { refuseUnknown } from '../http/unknown.ts';
import { createCleanUp } from '../jobs/clean-up.ts';
import { createQueue } from '../jobs/queue.ts';
import { createAuditRetention } from '../jobs/retain-audit.ts';
import { networkSet } from '../network/client-address.ts';
import { createNotices, type NoticeSource } from '../notices/notices.ts';
import { createDigest } from '../notifications/digest.ts';
import { createPages } from '../pages/pages.ts';
import { createScreens } from '../pages/screens.ts';
import { pinRoutes, pinsForPage } from '../pins/pins.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createSessions, sessionCookie } from '../session/sessions.ts';
import { countProviderFailures } from '../sign-in/provider-failures.ts';
import { createSignIn } from '../sign-in/sign-in.ts';
import { createThrottle } from '../throttle/throttle.ts';
import { createTokens } from '../tokens/tokens.ts';
import type { DeclaredRowRight, Platform, ServerTool } from '../tool/server-tool.ts';
import { waitingRoutes } from '../waiting/waiting-routes.ts';
import type { Bundle } from './bundle.ts';
import { shareConnections } from './connections.ts';
import {
  declaredPermissionsOf,
  declaredScreens,
  declaredTokenPermissions,
  declaredTopics,
  knownGroups,
} from './known.ts';
import { openMail } from './open-mail.ts';
import { presentCampus } from './page-data.ts';
import type { QuadSettings } from './read-settings.ts';
import { findSources, noticeSources, rowRightsOf, startTools, waitingSources } from './running-tools.ts';
import { addFailures, addScreens, createScreenSender } from './screen-routes.ts';

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
  const { settings, log } = parts;
  const { environment, campus } = settings;
  const isDemo = settings.providers.demo;
  const tools = parts.tools.filter(({ tool }) => isDemo || tool.onlyInDemo !== true);
  const metrics = new Registry();
  // Watching the event loop costs every request a little, so only do it if metrics are read.
  if (environment.metricsPort !== null) collectDefaultMetrics({ register: metrics });

  const connections = shareConnections(environment.databaseConnections);
  const database = openDatabase(parts.connection, { size: connections.writing });
  opened.defer(database.close);
  const beside = openDatabase(parts.connection, { size: connections.beside });
  opened.defer(beside.close);
  const reading = openDatabase(parts.connection, { size: connections.reading, readOnly: true });
  opened.defer(reading.close);
  const reader = reading.database;
  const others = [database, beside, reading];
  const notifications = openNotifications(parts.connection);
  opened.defer(notifications.close);
  const unaudited = () => beside.database;
  const secrets = createSecrets(parts.secrets);
  const throttle = createThrottle({ unaudited });
  const queue = createQueue({
    ...database,
    reader,
    log,
    timeZone: campus.timeZone,
    listen: notifications.listen,
  });
  if (environment.metricsPort !== null) {
    const pools = others.map(({ pool }) => pool);
    addGauges(metrics, { version: parts.version, reader, pools, jobs: queue });
  }
  const change = createChangeService(database.database, secrets, queue.enqueue);
  const providers = countProviderFailures(settings.providers, metrics);
  const sessions = createSessions({ reader, unaudited, change, secrets, providers, settings, log });
  const tokenPermissions = declaredTokenPermissions(tools);
  const tokens = createTokens({
    reader,
    unaudited,
    throttle,
    permissions: new Set(tokenPermissions.map(({ permission }) => permission)),
  });
  // Filled once the tools have started; pages are sent later than that.
  const signInHelp: SignInHelp[] = [];
  const campusData = presentCampus(campus, providers.titles, { demo: providers.demo, signInHelp });
  const screens = createScreens(declaredScreens(tools, parts.places), {
    product: campus.product,
    ...parts.bundle,
  });
  const pageSources = new Map<string, PageSources>();
  const announcing: NoticeSource[] = [];
  const notices = createNotices(announcing, log);
  const pages = createPages(campusData, screens, pageSources, notices.emergencies);

  const storage = await openStorage(environment, { reader, log });
  const scanner = environment.clamd === null ? null : createClamd(environment.clamd);
  const uploads = { storage, keepFree: environment.filesKeepFree, scanner };
  const mountServices: MountServices = {
    publicUrl: environment.publicUrl,
    database: database.database,
    reader,
    change,
    secrets,
    authenticate: sessions.authenticate,
    tokens,
    wasEnded: sessions.wasEnded,
    sessionCookie,
    trustedProxies: networkSet(environment.trustedProxies),
    uploads,
  };
  const identify = (request: FastifyRequest) => identifyBy(request, mountServices);
  const belongings: Belongings[] = [];
  const rowRights: DeclaredRowRight[] = [];
  const sender = createScreenSender({
    pages,
    campus: campusData,
    identify,
    pinsOf: (personId) => pinsForPage(reading.database, personId, app.outages),
    notices,
    tellIfEnded: (request, reply) => tellIfEnded(request, reply, mountServices),
  });
  const topics = declaredTopics(tools);
  const mailing = await openMail(settings, { reader, unaudited, topics });
  opened.defer(mailing.mail.close);
  const platform: Platform = {
    publicUrl: environment.publicUrl,
    campus,
    campusFolder: environment.campusFolder,
    reader,
    change,
    unaudited,
    listen: notifications.listen,
    secrets,
    throttle,
    jobs: queue,
    ...mailing,
    notificationTopics: topics,
    files: createStoredFiles(uploads),
    sessions,
    tokenPermissions,
    permissionsOf: settings.accessMap.permissionsOf,
    permissions: declaredPermissionsOf(tools, parts.places, settings),
    accessOf: (path) => screens.find(path)?.access ?? null,
    knownGroups: knownGroups(settings),
    groupsWith: (permission) => settings.accessMap.granted.get(permission) ?? [],
    grantByRows: settings.accessMap.grantByRows,
    leavers: createLeavers(),
    belongings: () => belongings,
    rowRights: () => rowRights,
    emailTrusted: providers.all.filter(({ trustedEmail }) => trustedEmail).map(({ name }) => name),
    directoryProviders: providers.all
      .filter(({ hasDirectoryPasswords }) => hasDirectoryPasswords === true)
      .map(({ name }) => name),
    demo: providers.demo,
    pages,
    screens: sender,
    metrics,
    log,
  };

  const running = await startTools(opened, tools, platform, settings);
  const passwordPage = running.find(({ passwordPage: page }) => page !== undefined)?.passwordPage;
  for (const provider of campusData.providers)
    if (passwordPage !== undefined && platform.directoryProviders.includes(provider.name))
      provider.passwordPage = passwordPage;
  announcing.push(...noticeSources(tools, running));
  belongings.push(...running.flatMap((tool) => tool.belongings ?? []));
  rowRights.push(...rowRightsOf(tools, running));
  for (const { pageSources: declared = {} } of running)
    for (const [path, sources] of Object.entries(declared)) pageSources.set(path, sources);
  signInHelp.push(...running.flatMap(({ signInHelp: help = [] }) => help));
  const signIn = await createSignIn({ platform, sessions, providers, running });
  queue.register([
    createCleanUp({ ...platform, sessions, signIn }),
    createAuditRetention(unaudited, campus.audit),
    createDigest(platform),
    createReconcileFiles({ storage, unaudited }),
    ...running.flatMap(({ jobs = [] }) => jobs),
  ]);

  const limits: ConnectionLimits = {
    ...connectionLimits,
    // A browser's connections are its own, so most stay idle; a proxy's serve everyone.
    ...(environment.trustedProxies.length === 0 ? { drainIdle: 1_000 } : {}),
    ...parts.limits,
  };
  const app = await createApp({ publicUrl: environment.publicUrl, log, metrics, limits }, mountServices);
  const about = { version: parts.version, cookieName: cookieName(sessionCookie, environment.publicUrl) };
  const documents = documentRoutes(groupCalls(tools), about);
  const routes = [
    ...signIn.routes,
    ...documents,
    ...pinRoutes(unaudited),
    pickerRoute(running.find(({ personPhotos }) => personPhotos !== undefined)?.personPhotos),
    ...waitingRoutes(waitingSources(tools, running), log),
    findRoute(findSources(tools, running), { log, throttle }),
    ...notices.routes,
    ...running.flatMap((tool) => tool.routes),
  ];
  addFailures(app, pages, providers.titles, identify);
  let stopping = false;
  const health = openDatabase(parts.connection, { size: 1, silence: 2_000 });
  opened.defer(health.close);
  addHealth(app, { database: health.database, others, isStopping: () => stopping });
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
    database,
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
