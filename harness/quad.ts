import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { driverConfig } from '../src/platform/server/db/database.ts';
import { prepareFolders } from '../src/platform/server/db/embedded/folders.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { ask } from './ask.ts';
import { databaseTime, pidFileOf, postmasterOf } from './proc.ts';
import { type Program, startProgram } from './program.ts';
import { endLater, type Life } from './scope.ts';

/** The real program on its own embedded PostgreSQL, durable, with its log in a file, as `npm start` runs it. */
export interface Quad extends Program {
  url: string;
  port: number;
  dataFolder: string;
  /** What `pg` needs to reach its database. */
  connection: pg.ClientConfig;
  /** Seconds of processor time that its database has used so far. */
  databaseTime(): number;
  /**
   * Kills PostgreSQL as a power failure does; its supervisor restarts it while the server lives.
   * @returns a function that says whether another one has taken its place
   */
  killDatabase(): () => boolean;
  /** The session cookie of one of the demo people. */
  signIn(name: string): Promise<string>;
  /** Queries its database, for checks. */
  query<Result extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Result[]>;
}

export interface QuadOptions {
  dataFolder: string;
  port?: number;
  environment?: Record<string, string>;
  profileFolder?: string | null;
  /** More arguments for Node, before the program. */
  nodeArguments?: readonly string[];
  /** Runs it from its sources, as `npm run dev` and the tests do, instead of the build. */
  fromSources?: boolean;
  /** A PostgreSQL that the caller runs; without it, the embedded one of the data folder. */
  database?: { url: string; connection: pg.ClientConfig };
  /** The text that shows it has come as far as the caller needs. */
  ready?: string;
}

/** What `npm start` runs (built by `scripts/build.ts`), and how. */
interface ServerProcess {
  serverFile: string;
  serverSource: string;
  serverFlags: readonly string[];
  serverEnvironment: Record<string, string>;
}
const serverProcess = new URL('../scripts/server-process.mjs', import.meta.url).href;

export async function startQuad(options: QuadOptions): Promise<Quad> {
  const { dataFolder, profileFolder = null, database, ready = 'Quad is ready' } = options;
  const port = options.port ?? (await freePort());
  const { serverFile, serverSource, serverFlags, serverEnvironment }: ServerProcess = await import(
    serverProcess
  );
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const program = await startProgram([options.fromSources === true ? serverSource : serverFile], {
    nodeArguments: [...serverFlags, ...profiling, ...(options.nodeArguments ?? [])],
    environment: {
      ...serverEnvironment,
      ...quadEnvironment(dataFolder),
      PORT: String(port),
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
      ...options.environment,
    },
    ready,
  });
  const url = `http://localhost:${port}`;
  const connection = database?.connection ?? (await connectionOf(dataFolder));
  return {
    ...program,
    url,
    port,
    dataFolder,
    connection,
    databaseTime: () => databaseTime(dataFolder),
    killDatabase() {
      const killed = postmasterOf(dataFolder);
      process.kill(killed, 'SIGKILL');
      return () => existsSync(pidFileOf(dataFolder)) && postmasterOf(dataFolder) !== killed;
    },
    signIn: (name) => signIn(url, name),
    query: (text, values) => queryOnce(connection, text, values),
  };
}

export function quadEnvironment(dataFolder: string): Record<string, string> {
  return { QUAD_DATA: dataFolder, QUAD_LOG: path.join(dataFolder, 'server.log') };
}

/** How to reach the embedded PostgreSQL of a data folder while it runs. */
async function connectionOf(dataFolder: string): Promise<pg.ClientConfig> {
  const { socket: host } = await prepareFolders(dataFolder);
  return driverConfig({ host, port: 5432, user: 'quad', database: 'quad' });
}

async function signIn(url: string, name: string): Promise<string> {
  const answer = await ask(`${url}/api/auth/providers/demo/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: `${name}@sawtooth.example`, redirect: '/' }).toString(),
  });
  const [cookie] = answer.cookies;
  if (answer.status !== 303 || cookie === undefined) throw new Error(`${name} could not sign in.`);
  return cookie;
}

async function queryOnce<Result extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: readonly unknown[] = [],
): Promise<Result[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Result>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A folder that is removed with the row, or with the run. */
export async function temporaryFolder(life: Life = 'row'): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quad-harness-'));
  endLater(() => rm(folder, { recursive: true, force: true }), life);
  return folder;
}
