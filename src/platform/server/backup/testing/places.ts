import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConnectionSettings } from '../../db/database.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openArchive } from '../archive-reader.ts';
import { type BackupReport, makeBackup } from '../make-backup.ts';
import { type Found, type RestoreReport, restoreBackup } from '../restore-backup.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database without a single table, as a college would create for Quad. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  return database;
}

/** The address of a test's database as a college would write it. */
export function addressOf({ settings }: TestDatabase): string {
  const { host, port, user, database } = settings;
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

interface Place {
  dataFolder?: string;
  endsAtRestore?: readonly string[];
}

/** Backs up, with what a program would pass, into a file of a temporary folder. */
export async function backUp(
  connection: ConnectionSettings,
  { dataFolder = temporaryFolder(), endsAtRestore = ['sessions'] }: Place = {},
): Promise<BackupReport & { file: string }> {
  const file = path.join(temporaryFolder(), 'one.tar');
  const report = await makeBackup({
    file,
    connection,
    dataFolder,
    exceptFiles: [],
    endsAtRestore,
    version: '0.1.0',
    secretId: null,
  });
  return { ...report, file };
}

interface Target extends Place {
  migrations?: string;
  mayReplace?: (found: Found) => Promise<boolean>;
}

export async function restore(
  file: string,
  connection: ConnectionSettings,
  target: Target = {},
): Promise<RestoreReport> {
  const archive = await openArchive(file);
  try {
    return await restoreBackup({
      archive,
      connection,
      dataFolder: target.dataFolder ?? temporaryFolder(),
      exceptFiles: [],
      migrations: target.migrations ?? path.resolve('migrations'),
      endsAtRestore: target.endsAtRestore ?? ['sessions'],
      mayReplace: target.mayReplace ?? (async () => false),
      account: 'tester',
    });
  } finally {
    await archive.close();
  }
}

/** Everything that a backup contains, as text. */
export async function textOf(file: string): Promise<string> {
  const archive = await openArchive(file);
  const pieces: Buffer[] = [Buffer.from(JSON.stringify(archive.manifest))];
  try {
    for (const section of [...archive.manifest.tables, ...archive.manifest.files])
      for await (const piece of archive.read(section)) pieces.push(piece);
  } finally {
    await archive.close();
  }
  return Buffer.concat(pieces).toString('utf8');
}
