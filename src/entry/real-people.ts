import { sql } from 'kysely';
import { type ConnectionSettings, openDatabase } from '../platform/server/db/database.ts';
import { assertFit, UnfitDatabaseError } from '../platform/server/db/fitness.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { SettingsError } from '../platform/server/settings/mistakes.ts';
import { demoName } from '../platform/server/sign-in/demo/demo-provider.ts';

/**
 * Keeps the demo out of a college's database: its people and rows would be among the real ones, and anyone
 * could become the demo person of IT. Someone who tries a provider on their own computer may have both.
 * @throws SettingsError; UnfitDatabaseError
 */
export async function refuseDemo(connection: ConnectionSettings, environment: Environment): Promise<void> {
  const isTrial = environment.databaseUrl === null && !environment.production;
  if (isTrial || !(await holdsRealPeople(connection))) return;
  const what =
    'The demo is on, but people have signed in to this database with a real provider, and anyone could sign in as a demo person with IT access. Remove QUAD_DEMO, or use another database to try Quad.';
  throw new SettingsError([{ where: 'QUAD_DEMO', what }]);
}

/**
 * Keeps made-up rows out of production.
 * @throws UnfitDatabaseError
 */
export async function refuseSeed(connection: ConnectionSettings, environment: Environment): Promise<void> {
  const where = environment.production
    ? 'This is a production portal (NODE_ENV, HOST or PUBLIC_URL says so)'
    : (await holdsRealPeople(connection)) && 'People have signed in to this database with a real provider';
  if (where === false) return;
  throw new UnfitDatabaseError(`${where}: made-up rows do not belong here. Nothing was added.`);
}

async function holdsRealPeople(connection: ConnectionSettings): Promise<boolean> {
  const open = openDatabase(connection, { size: 1, patient: true });
  try {
    // A start asks this before anything else of the database.
    await assertFit(open.database);
    const { rows } = await sql`select where to_regclass('identities') is not null`.execute(open.database);
    // A database that no start has filled yet.
    if (rows.length === 0) return false;
    const real = open.database.selectFrom('identities').select('subject').where('provider', '!=', demoName);
    return (await real.limit(1).executeTakeFirst()) !== undefined;
  } finally {
    await open.close();
  }
}
