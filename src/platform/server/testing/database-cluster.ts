import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { templateName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseSocket: string;
    databasePort: number;
    databaseUser: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'quad-test-'));
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
  const { host, port, user } = postgres.connection;
  const maintenance = openDatabase(postgres.connection, { size: 1 });
  await maintenance.pool.query(`create database ${templateName}`);
  await maintenance.close();
  const template = openDatabase({ ...postgres.connection, database: templateName }, { size: 2 });
  await migrate(template.database, path.resolve('migrations'));
  await template.close();
  project.provide('databaseSocket', host);
  project.provide('databasePort', port);
  project.provide('databaseUser', user);
  const campusFolders = await mkdtemp(path.join(os.tmpdir(), 'quad-campuses-'));
  project.provide('campusFolders', campusFolders);
  return async () => {
    await postgres.stop();
    for (const folder of [dataFolder, campusFolders]) await rm(folder, { recursive: true, force: true });
  };
}
