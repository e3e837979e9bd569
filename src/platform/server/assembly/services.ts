import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createChangeService } from '../change/change.ts';
import { createClamd } from '../files/clamd.ts';
import { openStorage } from '../files/open-storage.ts';
import { addGauges } from '../health/gauges.ts';
import { createQueue } from '../jobs/queue.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createSessions } from '../session/sessions.ts';
import { countProviderFailures } from '../sign-in/provider-failures.ts';
import { createThrottle } from '../throttle/throttle.ts';
import { createTokens } from '../tokens/tokens.ts';
import type { ServerTool } from '../tool/server-tool.ts';
import type { Databases } from './databases.ts';
import { declaredTokenPermissions, declaredTopics } from './known.ts';
import { openMail } from './open-mail.ts';
import type { QuadSettings } from './read-settings.ts';

interface Needs {
  version: string;
  settings: QuadSettings;
  secrets: readonly string[];
  log: Logger;
  /** Those that will run. */
  tools: readonly ServerTool[];
  databases: Databases;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Starts what requests and tools lean on, before there is any tool. @param opened Gets what a stop has to close. */
export async function openServices(opened: AsyncDisposableStack, needs: Needs) {
  const { settings, log, tools, databases } = needs;
  const { environment, campus } = settings;
  const { notifications } = databases;
  const reader = databases.reading.database;
  const unaudited = () => databases.beside.database;
  const metrics = new Registry();
  const secrets = createSecrets(needs.secrets);
  const throttle = createThrottle({ unaudited });
  const queue = createQueue({
    ...databases.writing,
    reader,
    log,
    timeZone: campus.timeZone,
    listen: notifications.listen,
  });
  if (environment.metricsPort !== null) {
    // Watching the event loop costs every request a little.
    collectDefaultMetrics({ register: metrics });
    const pools = databases.serving.map(({ pool }) => pool);
    addGauges(metrics, { version: needs.version, reader, pools, jobs: queue });
  }
  const change = createChangeService(databases.writing.database, secrets, queue.enqueue);
  const providers = countProviderFailures(settings.providers, metrics);
  const sessions = createSessions({ reader, unaudited, change, secrets, providers, settings, log });
  const tokenPermissions = declaredTokenPermissions(tools);
  const tokens = createTokens({
    reader,
    unaudited,
    throttle,
    permissions: new Set(tokenPermissions.map(({ permission }) => permission)),
  });
  const storage = await openStorage(environment, { reader, log });
  const scanner = environment.clamd === null ? null : createClamd(environment.clamd);
  const topics = declaredTopics(tools);
  const mailing = await openMail(settings, { reader, unaudited, topics });
  opened.defer(mailing.mail.close);
  return {
    reader,
    unaudited,
    listen: notifications.listen,
    metrics,
    secrets,
    throttle,
    queue,
    change,
    providers,
    sessions,
    tokens,
    tokenPermissions,
    topics,
    ...mailing,
    uploads: { storage, keepFree: environment.filesKeepFree, scanner },
    log,
  };
}
