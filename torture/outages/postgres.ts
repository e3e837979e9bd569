import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { endLater } from '../../harness/scope.ts';
import { driverConfig } from '../../src/platform/server/db/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/db/embedded/embedded.ts';

/** A durable PostgreSQL that the scenario starts and stops, with a role that needs its password. */
export interface OwnPostgres {
  /** The address that Quad gets. */
  readonly url: string;
  /** The connection of its administrator. */
  readonly connection: pg.ClientConfig;
  start(): Promise<void>;
  /** An orderly stop that waits for no one: connections are cut. */
  stop(): Promise<void>;
  administer(statement: string, database?: string): Promise<pg.QueryResult>;
}

const role = 'portal';
/** The password in Quad's settings; the role has it only once it is set there. */
export const password = 'a password of the scenario';

export async function openOwnPostgres(dataFolder: string): Promise<OwnPostgres> {
  let running: EmbeddedPostgres | null = null;
  const report = () => undefined;
  async function start(): Promise<EmbeddedPostgres> {
    running ??= await startEmbeddedPostgres({ dataFolder, report });
    return running;
  }
  async function stop(): Promise<void> {
    const ended = running;
    running = null;
    await ended?.stop();
  }
  endLater(stop);
  const { host, port, user, database } = (await start()).connection;
  const owner = driverConfig({ host, port, user, database });
  const administer = async (statement: string, chosen = database) => {
    const client = new pg.Client({ ...owner, database: chosen });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create role ${role} login password 'another one'`);
  await administer(`create database ${role} owner ${role}`);
  await administer(`grant pg_signal_backend to ${role}`);
  const rules = path.join(dataFolder, 'postgres/pg_hba.conf');
  await writeFile(rules, `local all ${role} scram-sha-256\n${await readFile(rules, 'utf8')}`);
  await administer('select pg_reload_conf()');
  return {
    url: `postgresql://${role}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${role}`,
    connection: { ...owner, database: role },
    start: async () => void (await start()),
    stop,
    administer,
  };
}
