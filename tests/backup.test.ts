import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endsAtRestore } from '../src/entry/backup-parts.ts';
import { fillDemo } from '../src/entry/demo.ts';
import { placePermissions, places } from '../src/places.ts';
import { readAccount } from '../src/platform/contract/account.ts';
import { ownSchemas } from '../src/platform/server/backup/catalog.ts';
import { everyRow, everyRule } from '../src/platform/server/backup/testing/compare.ts';
import {
  backUp,
  openEmptyDatabase,
  restore,
  temporaryFolder,
} from '../src/platform/server/backup/testing/places.ts';
import { openDatabase } from '../src/platform/server/db/database.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { tokenHeaders } from '../src/platform/server/testing/issue-token.ts';
import { openTestDatabase } from '../src/platform/server/testing/test-database.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../src/platform/server/testing/test-server.ts';
import { dayAfter, dayOf } from '../src/platform/server/time/time.ts';
import { readBelongings } from '../src/tools/comings-and-goings/contract.ts';
import { downloadFile, uploadFile } from '../src/tools/files/contract.ts';
import { addRaLog, listRaLogs } from '../src/tools/ra-logs/contract.ts';
import { serverTools } from '../src/tools/server.ts';
import { createToken, listTokens } from '../src/tools/service-tokens/contract.ts';
import { createLink } from '../src/tools/short-links/contract.ts';

const portal = { tools: serverTools, places, placePermissions };
const anyLink = { shortUrl: 'kept', longUrl: 'https://www.sawtooth.example/kept', expires: null };

/** What does not come back, or comes back changed. */
const differs = new Set([
  // Rewritten by a restore: when a migration ran, and who restored.
  ...['public.kysely_migration', 'public.kysely_migration_lock', 'public.audit_entries'],
  ...endsAtRestore.map((table) => `public.${table}`),
  // Figures and notes that pg-boss makes on its own.
  ...['jobs.version', 'jobs.bam', 'jobs.queue_stats', 'jobs.warning'],
]);

function comparable(rows: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !differs.has(table)));
}

test('every row of every table comes back, the portal runs on them, and no one is signed in anymore', async () => {
  const source = await openTestDatabase();
  const dataFolder = temporaryFolder();
  const first = await createTestServer({ ...portal, database: source, variables: { QUAD_DATA: dataFolder } });
  await fillDemo(first.quad.platform, serverTools);
  const it = await first.signIn('it');
  expect((await it.send(createLink, { body: anyLink })).status).toBe(201);
  const { body: before } = await it.send(listRaLogs, { query: { page: 1 } });
  expect(before.data).toHaveLength(10);
  // Its memory goes to the database; from here on nothing writes.
  await first.stop();
  const { file } = await backUp(source.settings, { dataFolder, endsAtRestore });

  const target = await openEmptyDatabase();
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  await restore(file, target.settings, { endsAtRestore });
  const [here, there] = [await everyRow(source.pool), await everyRow(target.pool)];
  expect(Object.keys(comparable(there)).length).toBeGreaterThan(15);
  expect(comparable(there)).toEqual(comparable(here));
  // The index of the Queue Manager is made when the queue starts.
  const made = (rules: string[]) => rules.filter((rule) => !rule.includes('starts_with(name'));
  expect(await everyRule(target.pool)).toEqual(made(await everyRule(source.pool)));

  const second = await startTestServer({ ...portal, database: target });
  const returning = second.visitor;
  for (const [name, value] of it.cookies) returning.cookies.set(name, value);
  expect((await returning.send(readAccount)).status).toBe(401);
  const again = await second.signIn('it');
  const { body: after } = await again.send(listRaLogs, { query: { page: 1 } });
  expect(after).toEqual(before);
  // Sequences continue where they were, and triggers count again.
  const added = await again.send(addRaLog, { body: { building: before.data[0]?.building ?? '' } });
  expect(added.status).toBe(201);
  const { rows } = await target.pool.query(
    "select actor_kind, actor_name, after->>'account' as account from audit_entries where action = 'portal.restore'",
  );
  expect(rows).toEqual([{ actor_kind: 'system', actor_name: 'restore', account: 'tester' }]);
}, 180_000);

test('stored files come back with their rows, and what was still arriving does not', {
  tags: 'long',
}, async () => {
  const [dataFolder, restored] = [temporaryFolder(), temporaryFolder()];
  const source = await openTestDatabase();
  const variables = { QUAD_DATA: dataFolder };
  const first = await createTestServer({ ...portal, database: source, variables });
  const it = await first.signIn('it');
  const ids: string[] = [];
  for (const content of ['one', 'two'.repeat(1_000_000)]) {
    const { body } = await it.send(uploadFile, {
      body: { ownerType: 'IT', contentType: 'Report', adGroups: '', ipAddresses: '' },
      files: { file: { fileName: `${content.length}.txt`, content } },
    });
    ids.push(body.data._id);
  }
  const contents = async (client: typeof it) => {
    const answers: { status: number; text: string }[] = [];
    for (const id of ids) answers.push(await client.send(downloadFile, { params: { id } }));
    return answers.map(({ status, text }) => [status, text]);
  };
  const before = await contents(it);
  expect(before.map(([status]) => status)).toEqual([200, 200]);
  await first.stop();
  const arriving = path.join(dataFolder, 'files/.incoming/0123456789abcdef0123456789abcdef');
  mkdirSync(path.dirname(arriving), { recursive: true });
  writeFileSync(arriving, 'half a file');

  const { file } = await backUp(source.settings, { dataFolder, endsAtRestore });
  const target = await openEmptyDatabase();
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  await restore(file, target.settings, { dataFolder: restored, endsAtRestore });
  expect(existsSync(path.join(restored, 'files/.incoming'))).toBe(false);
  const second = await startTestServer({ ...portal, database: target, variables: { QUAD_DATA: restored } });
  expect(await contents(await second.signIn('it'))).toEqual(before);
});

test('no service token works after a restore, and files uploaded with one belong to its owner', {
  tags: 'long',
}, async () => {
  const dataFolder = temporaryFolder();
  const source = await openTestDatabase();
  const first = await createTestServer({ ...portal, database: source, variables: { QUAD_DATA: dataFolder } });
  const it = await first.signIn('it');
  const { body: created } = await it.send(createToken, {
    body: {
      name: 'Nightly reports',
      permissions: ['files.publish'],
      pathPrefix: 'reports',
      groups: ['Domain-Staff'],
      expiresOn: dayAfter(dayOf(Date.now(), 'UTC'), 30),
    },
  });
  const { token, secret } = created.data;
  const publish = ({ visitor }: TestServer) =>
    visitor.send(uploadFile, {
      headers: tokenHeaders(secret),
      body: { ownerType: 'Automation', contentType: 'Report', adGroups: 'Domain-Staff', ipAddresses: '' },
      files: { file: { fileName: 'nightly.txt', content: 'of a program' } },
    });
  expect((await publish(first)).status).toBe(201);
  await first.stop();

  const { file } = await backUp(source.settings, { dataFolder, endsAtRestore });
  const target = await openEmptyDatabase();
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  await restore(file, target.settings, { endsAtRestore });
  const second = await startTestServer({ ...portal, database: target });
  expect(await publish(second)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } });
  const again = await second.signIn('it');
  const { body: tokens } = await again.send(listTokens, { query: { page: 1 } });
  expect(tokens.data).toMatchObject([
    {
      id: token.id,
      state: 'revoked',
      revokedBy: 'the restore of a backup',
      files: { groups: ['Domain-Staff'] },
    },
  ]);
  const { rows } = await target.pool.query(`select id from people where email = 'it@sawtooth.example'`);
  const { body: owned } = await again.send(readBelongings, { params: { id: rows[0].id } });
  expect(owned.data.kinds.flatMap(({ things }) => things.map(({ title }) => title))).toEqual(['nightly.txt']);
});

test('Quad has tables only in the schemas that a backup takes', async () => {
  const database = await openTestDatabase();
  const { rows } = await database.pool.query<{ schema: string }>(
    `select distinct table_schema as schema from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(rows.map(({ schema }) => schema).filter((schema) => !ownSchemas.includes(schema))).toEqual([]);
});

test('a restore clears every table that holds one-time secrets', async () => {
  const database = await openTestDatabase();
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  );
  const oneTime = /token|one_time|challenge|captcha|nonce|code_hash|(^|_)otp(_|$)/;
  const suspects = rows.filter(({ table, column }) => oneTime.test(`${table}.${column}`));
  expect(suspects.map(({ table }) => table)).toContain('sessions');
  // A token that was ended opens nothing, and its browser still has to learn of it. A restore revokes service tokens.
  const lasting = ['ended_sessions', 'service_tokens'];
  // Name a new table of this kind in `endsAtRestore` of its tool, see src/platform/server/backup/README.md.
  expect(suspects.filter(({ table }) => ![...endsAtRestore, ...lasting].includes(table))).toEqual([]);
  expect(endsAtRestore.filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});

test('a portal that starts during a restore waits for it', async () => {
  const database = await openTestDatabase();
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("begin; select pg_advisory_xact_lock(hashtext('quad.migrations'))");
  const starting = openDatabase(database.settings, { size: 1 });
  onTestFinished(() => starting.close());
  let migrated = false;
  const start = migrate(starting.database, path.resolve('migrations')).then(() => {
    migrated = true;
  });
  await vi.waitFor(async () => expect(await database.someoneWaits()).toBe(true), { timeout: 10_000 });
  expect(migrated).toBe(false);
  await holder.query('commit');
  await start;
  expect(migrated).toBe(true);
});
