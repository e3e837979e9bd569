import pg from 'pg';
import type { TestDatabase } from '../../../../platform/server/testing/test-database.ts';

/** Takes a database away: connections are cut and new ones refused. Returns a function that brings it back. */
export async function takeAway(database: TestDatabase): Promise<() => Promise<void>> {
  await allowConnections(database, false);
  await database.cutConnections();
  return () => allowConnections(database, true);
}

async function allowConnections({ settings }: TestDatabase, allowed: boolean): Promise<void> {
  const client = new pg.Client({ ...settings, database: 'postgres' });
  await client.connect();
  await client.query(`alter database ${settings.database} with allow_connections ${allowed}`);
  await client.end();
}
