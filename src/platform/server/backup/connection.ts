import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type ConnectionSettings, type Database, driverConfig } from '../db/database.ts';
import type { PlatformTables } from '../db/tables.ts';
import { whyAway } from '../db/wait-for-database.ts';
import { BackupError } from './backup-error.ts';

export interface OwnConnection {
  readonly client: pg.Client;
  /** Runs on exactly the same connection. */
  readonly database: Database;
  close(): Promise<void>;
}

/** One connection outside the pool, whose statements may take as long as they need. */
export async function connectAlone(settings: ConnectionSettings, name: string): Promise<OwnConnection> {
  const client = new pg.Client({ ...driverConfig(settings), application_name: name, keepAlive: true });
  // A lost connection also fails its statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new BackupError(`${whyAway(error)} Nothing was changed.`);
  });
  const alone = {
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: async () => undefined,
  };
  const dialect = new PostgresDialect({ pool: alone as unknown as pg.Pool });
  return { client, database: new Kysely<PlatformTables>({ dialect }), close: () => client.end() };
}

/** Makes every server read statements and write values alike, and lifts the role's limits until the end of a long transaction. */
export async function settle(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, value, true) from (values
       ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0'),
       ('lock_timeout', '10000'), ('timezone', 'UTC'), ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'),
       ('extra_float_digits', '3'), ('bytea_output', 'hex'), ('client_encoding', 'UTF8'),
       ('standard_conforming_strings', 'on')) as wanted (name, value)
     where name in (select s.name from pg_settings s)`,
  );
}
