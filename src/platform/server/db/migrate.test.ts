import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { MigrationError, migrate } from './migrate.ts';

const folder = path.resolve('migrations');

test('several instances that start at once migrate once', async () => {
  const { database, settings } = await openTestDatabase();
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const instances = [1, 2, 3].map(() => openDatabase(settings, { size: 2 }));
  await Promise.all(instances.map((instance) => migrate(instance.database, folder)));
  const { rows } = await sql<{ tables: number }>`
    select count(*) as tables from pg_tables where tablename = 'audit_entries'`.execute(database);
  expect(rows).toEqual([{ tables: 1 }]);
  await Promise.all(instances.map((instance) => instance.close()));
});

test('a newer schema is refused in a sentence before anything is touched', async () => {
  const { database } = await openTestDatabase();
  await sql`insert into kysely_migration values ('29991231T0000-future-change', 'now')`.execute(database);
  await expect(migrate(database, folder)).rejects.toThrow('belongs to a newer version of Quad');
});

test('a migration from a branch that landed late runs after newer ones, and only once', async () => {
  const { database } = await openTestDatabase();
  const extra = mkdtempSync(path.join(os.tmpdir(), 'quad-migrations-'));
  onTestFinished(() => rmSync(extra, { recursive: true }));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  for (const { name } of rows) writeFileSync(path.join(extra, `${name}.ts`), 'export async function up() {}');
  writeFileSync(
    path.join(extra, '20261121T0901-late-branch.ts'),
    "export const up = (db) => db.schema.createTable('late').execute();",
  );
  await migrate(database, extra);
  await migrate(database, extra);
  expect((await sql`select * from late`.execute(database)).rows).toEqual([]);
});

test('no migration is loaded if the schema is up to date, since a start would have to wait for it', async () => {
  const { database } = await openTestDatabase();
  const copy = mkdtempSync(path.join(os.tmpdir(), 'quad-migrations-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  for (const { name } of rows) writeFileSync(path.join(copy, `${name}.ts`), "throw new Error('loaded');");
  await migrate(database, copy);
  writeFileSync(path.join(copy, '29990101T0000-next.ts'), "throw new Error('loaded');");
  await expect(migrate(database, copy)).rejects.toThrow('loaded');
});

test('a migration that fails leaves the schema as it was and no lock behind, and is named', async () => {
  const { database } = await openTestDatabase();
  const extra = mkdtempSync(path.join(os.tmpdir(), 'quad-migrations-'));
  onTestFinished(() => rmSync(extra, { recursive: true }));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  for (const { name } of rows) writeFileSync(path.join(extra, `${name}.ts`), 'export async function up() {}');
  const statements =
    "await db.schema.createTable('half').execute(); await db.schema.createTable('half').execute();";
  writeFileSync(
    path.join(extra, '29990101T0000-broken.ts'),
    `export async function up(db) { ${statements} }`,
  );
  const attempt = migrate(database, extra);
  await expect(attempt).rejects.toThrow(MigrationError);
  await expect(attempt).rejects.toThrow('29990101T0000-broken');
  await expect(sql`select * from half`.execute(database)).rejects.toThrow('does not exist');
  // A session lock would stay with its connection, which a pooler gives to others.
  const { rows: locks } = await sql`
    select l.pid from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and d.datname = current_database()`.execute(database);
  expect(locks).toEqual([]);
});
