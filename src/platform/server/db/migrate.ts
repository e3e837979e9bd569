import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { assertFit } from './fitness.ts';
import { lockMigrations } from './migration-lock.ts';

/** The database is newer than this code, or a migration failed; the message is for the person starting it. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
  }
}

/** What this code has to work on was made by newer code: starting again would not help. */
export class NewerSchemaError extends MigrationError {}

/**
 * Updates the schema in one transaction: the caller's, if there is one. Migrations may arrive in any order,
 * since branches land in any order: one that is older than the last that ran still runs. Several instances
 * may call it at once: one migrates, the others wait for it, however long it takes.
 * @param only Runs these migrations and no others, for rows that belong to an older schema
 * @throws MigrationError if the database is newer than this code, or a migration fails; then nothing
 * is changed
 * @throws UnfitDatabaseError
 */
export async function migrate(database: Database, folder: string, only?: readonly string[]): Promise<void> {
  const known = migrationNames(folder);
  const names = only === undefined ? known : known.filter((name) => only.includes(name));
  const run = async (transaction: Database) => {
    // Building an index on a large table, or waiting for an instance that does, takes long.
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = 0`.execute(transaction);
    await assertFit(transaction);
    await lockMigrations(transaction);
    const applied = await readApplied(transaction);
    refuseNewer('database', applied, known);
    // The files are read only when one of them has to run, which is rare.
    if (applied.length === names.length) return;
    const migrations = await readMigrations(folder, names);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new MigrationError(
      `The database could not be brought up to date${failed ? ` (${failed})` : ''}.`,
      error,
    );
  };
  await (database.isTransaction ? run(database) : database.transaction().execute(run));
}

/** How many migrations a start would run. @throws MigrationError if the database is newer than this code */
export async function outstandingMigrations(database: Database, folder: string): Promise<number> {
  const names = migrationNames(folder);
  const applied = await readApplied(database);
  refuseNewer('database', applied, names);
  return names.length - applied.length;
}

/** The migrations of a folder, in order. */
export function migrationNames(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return files.map((file) => path.basename(file, '.ts')).toSorted();
}

async function readMigrations(folder: string, names: readonly string[]): Promise<Record<string, Migration>> {
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const file = path.join(folder, `${name}.ts`);
    return [name, (await import(pathToFileURL(file).href)) as Migration];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** What has been applied to a database; none if there is no table for that. */
async function readApplied(database: Database): Promise<string[]> {
  const { rows } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database);
  if (rows.length === 0) return [];
  const applied = (await (database as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()) as { name: string }[];
  return applied.map(({ name }) => name);
}

/**
 * Older code on a newer schema would read and write wrongly; it stops before it touches anything.
 * @throws NewerSchemaError in the same words for a database at startup and for a backup that is to be restored
 */
export function refuseNewer(
  what: 'database' | 'backup',
  applied: readonly string[],
  known: readonly string[],
): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const way =
    what === 'database'
      ? 'Start the newer version, or restore a backup made by this one.'
      : 'Restore it with the newer version. Nothing was changed.';
  throw new NewerSchemaError(`This ${what} belongs to a newer version of Quad (it has "${unknown}"). ${way}`);
}
