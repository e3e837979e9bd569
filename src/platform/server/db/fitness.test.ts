import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { assertFit } from './fitness.ts';

test('our own database is fit, and reports its PostgreSQL version', async () => {
  const { database } = await openTestDatabase();
  expect(await assertFit(database)).toMatch(/^\d+\.\d+/);
});

test('a database of another role and in another encoding is refused with the commands to run', async () => {
  const { settings } = await openTestDatabase();
  const role = `${settings.database}_guest`;
  const name = `${settings.database}_latin`;
  const owner = new pg.Client({ ...settings, database: 'postgres' });
  await owner.connect();
  onTestFinished(async () => {
    await owner.query(`drop database if exists ${name} with (force)`);
    await owner.query(`drop role ${role}`);
    await owner.end();
  });
  await owner.query(`create role ${role} login`);
  await owner.query(
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  const guest = openDatabase({ ...settings, user: role, database: name }, { size: 1 });
  onTestFinished(guest.close);
  const refusal = await assertFit(guest.database).catch((error: unknown) => error);
  expect(String(refusal)).toContain(`stores text as LATIN1; Quad needs UTF-8`);
  expect(String(refusal)).toContain(`alter database ${name} owner to ${role};`);
});
