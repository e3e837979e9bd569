import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** The database is newer than this code, or a migration failed; the message is for the person who starts Quad. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
  }
}

/** Brings the schema up to date. Several instances may call it at once: one migrates, the others wait for it. */
export async function migrate(database: Database, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  await refuseNewerSchema(database, new Set(Object.keys(migrations)));
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new MigrationError(
    `The database could not be brought up to date${failed ? ` (${failed})` : ''}.`,
    error,
  );
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const migration = (await import(pathToFileURL(path.join(folder, file)).href)) as Migration;
    return [path.basename(file, '.ts'), migration];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Older code on a newer schema would read and write wrongly; it stops before it touches anything. */
async function refuseNewerSchema(database: Database, known: ReadonlySet<string>): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const applied = (await (database as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()) as { name: string }[];
  const unknown = applied.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return;
  throw new MigrationError(
    `This database belongs to a newer Quad (it has "${unknown[0]?.name}"). Start the newer version, or restore a backup made by this one.`,
  );
}
