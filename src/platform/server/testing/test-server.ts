import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Permission } from '../../contract/access.ts';
import type { Place } from '../../contract/tool.ts';
import { type Assembled, assemble } from '../assembly/assemble.ts';
import type { Bundle } from '../assembly/bundle.ts';
import { declaredPermissions, readSettings } from '../assembly/read-settings.ts';
import type { ConnectionLimits } from '../http/limits.ts';
import { logOptions } from '../log/log.ts';
import type { ServerTool } from '../tool/server-tool.ts';
import { sharedCampus } from './test-campus.ts';
import { TestClient } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServerOptions {
  tools?: readonly ServerTool[];
  places?: readonly Place[];
  placePermissions?: Readonly<Record<Permission, string>>;
  /** Environment variables besides the defaults of a trial. */
  variables?: Readonly<Record<string, string>>;
  /** The test's own campus folder; by default a copy of the repository's (`copyCampus`). */
  campusFolder?: string;
  /** A database that another server of the test uses as well: two instances. */
  database?: TestDatabase;
  /** Another way to that database, which the test can close. */
  connection?: TestDatabase['settings'];
  /** Lines of the log, parsed. */
  logLines?: Record<string, unknown>[];
  /** Connection limits other than the defaults, which are too long for a test. */
  limits?: Partial<ConnectionLimits>;
}

export interface TestServer {
  readonly quad: Assembled;
  readonly database: TestDatabase;
  /** Someone without a session. */
  readonly visitor: TestClient;
  /** Signs in as a demo person: `it`, `staff`, `student`, ... */
  signIn(name: string): Promise<TestClient>;
  /** Opens a real port on loopback and returns its address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/** A page of the shell without its bundle, so that a test can read what the server fills in. */
const bareBundle: Bundle = {
  template: () =>
    '<!doctype html><html lang="en"><head><title>__TITLE__</title></head><body><script type="application/json" id="quad-data" nonce="__NONCE__">__DATA__</script><div id="root">__FIRST_PAINT__</div>__LATER__</body></html>',
  preload: () => [],
  // A plugin, like the real bundle's: what is added to the application before and after one behaves differently.
  serve: async (app) => {
    await app.register(async () => undefined);
  },
};

/** The whole server on its own database, on no port until `listen`. Stop it when the file is done. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { tools = [], placePermissions = {} } = options;
  const database = options.database ?? (await createTestDatabase());
  const campusFolder = options.campusFolder ?? sharedCampus(declaredPermissions({ tools, placePermissions }));
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-data-'));
  const removeData = () => rmSync(dataFolder, { recursive: true, force: true });
  const quad = await assembleAt({ campusFolder, dataFolder }, database, options).catch((error: unknown) => {
    removeData();
    throw error;
  });
  return {
    quad,
    database,
    visitor: new TestClient(quad.app),
    signIn: (name) => TestClient.signIn(quad.app, name),
    async listen() {
      await quad.listen();
      const address = quad.app.server.address();
      if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
      return `http://localhost:${address.port}`;
    },
    async stop() {
      await quad.stop();
      removeData();
      if (options.database === undefined) await database.drop();
    },
  };
}

async function assembleAt(
  { campusFolder, dataFolder }: { campusFolder: string; dataFolder: string },
  database: TestDatabase,
  options: TestServerOptions,
): Promise<Assembled> {
  const { tools = [], places = [], placePermissions = {}, logLines } = options;
  const variables = {
    QUAD_SECRET: 'the secret of the tests is long enough',
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    QUAD_CAMPUS: campusFolder,
    QUAD_DATA: dataFolder,
    ...options.variables,
  };
  const settings = readSettings({ variables, workingFolder: path.resolve('.'), tools, placePermissions });
  return assemble({
    version: '0.0.0',
    settings,
    connection: options.connection ?? database.settings,
    secrets: settings.environment.secrets ?? [],
    tools,
    places,
    bundle: bareBundle,
    log: pino(logOptions(logLines === undefined ? 'silent' : 'info'), collectInto(logLines ?? [])),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
}

/** The same for a single test; it stops when the test ends. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(options);
  onTestFinished(() => server.stop());
  return server;
}

function collectInto(lines: Record<string, unknown>[]) {
  return { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
}
