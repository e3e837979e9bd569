import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type ConnectionSettings, type OpenDatabase, openDatabase } from '../db/database.ts';

export const templateName = 'quad_template';

export interface TestDatabase extends OpenDatabase {
  readonly settings: Exclude<ConnectionSettings, { url: string }>;
  /** Ends every connection to it from outside, as a restart of PostgreSQL would. */
  cutConnections(): Promise<void>;
  /** Whether a connection to this database waits for a lock. The databases of other tests are in the same cluster. */
  someoneWaits(): Promise<boolean>;
  drop(): Promise<void>;
}

async function administer(statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...cluster(), database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function cluster() {
  return { host: inject('databaseSocket'), port: inject('databasePort'), user: inject('databaseUser') };
}

/** A migrated database without rows. Drop it when the file is done. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createAs(`template ${templateName} strategy file_copy`);
}

/** An empty database whose locale knows only ASCII letters, as a college's own may. Not migrated. */
export async function openPlainDatabase(): Promise<TestDatabase> {
  const database = await createAs(`template template0 encoding 'UTF8' locale_provider libc locale 'C'`);
  onTestFinished(() => database.drop());
  return database;
}

async function createAs(kind: string): Promise<TestDatabase> {
  const name = `quad_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} ${kind}`);
  const settings = { ...cluster(), database: name };
  const open = openDatabase(settings, { size: 8 });
  return {
    ...open,
    settings,
    // Waiting connections first. If the one they wait for ended first, they could get the lock and finish before they end.
    cutConnections: () =>
      administer(`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where datname = '${name}' order by wait_event_type = 'Lock' desc nulls last
        ) ordered`),
    someoneWaits: async () => {
      const { rowCount } = await open.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount !== 0;
    },
    drop: async () => {
      await open.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** The same for a single test; it is dropped when the test ends. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
