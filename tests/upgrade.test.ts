import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { up as sealAnswers } from '../migrations/20261122T0330-platform-sealed-answers.ts';
import { up as foldBuildings } from '../migrations/20261124T0249-ra-logs-buildings-folded.ts';
import { hashMigrations } from '../scripts/migration-hashes.ts';
import { endsAtRestore } from '../src/entry/backup-parts.ts';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { openArchive } from '../src/platform/server/backup/archive-reader.ts';
import { openEmptyDatabase, restore } from '../src/platform/server/backup/testing/places.ts';
import { openTestDatabase } from '../src/platform/server/testing/test-database.ts';
import { startTestServer } from '../src/platform/server/testing/test-server.ts';
import { listMyRaLogs } from '../src/tools/ra-logs/contract.ts';
import { serverTools } from '../src/tools/server.ts';
import { createLink, followLink, listLinks } from '../src/tools/short-links/contract.ts';

const folder = path.resolve('tests/upgrade');
const releases = readdirSync(folder).filter((name) => name.endsWith('.tar'));
const released = JSON.parse(readFileSync(path.join(folder, 'released-migrations.json'), 'utf8')) as Record<
  string,
  string
>;

test('a migration that is part of a release is never changed or removed', () => {
  const present = hashMigrations(path.resolve('migrations'));
  expect(Object.keys(released).length).toBeGreaterThan(3);
  expect(Object.fromEntries(Object.keys(released).map((name) => [name, present[name]]))).toEqual(released);
});

test('a new migration comes after all that are part of a release', () => {
  const last = Object.keys(released).toSorted().at(-1) ?? '';
  const added = Object.keys(hashMigrations(path.resolve('migrations'))).filter((name) => !(name in released));
  expect(added.filter((name) => name < last)).toEqual([]);
});

test('every migration of every release is on the list', async () => {
  for (const release of releases) {
    const { manifest, close } = await openArchive(path.join(folder, release));
    await close();
    expect(manifest.migrations.filter((name) => !(name in released))).toEqual([]);
    expect(release).toBe(`${manifest.version}.tar`);
  }
});

test('responses that an older version stored unencrypted are dropped, and their keys still count as used', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(`insert into idempotency_keys (person_id, call, key, body_hash, status, answer)
    values ('0198a000-0000-7000-8000-000000000001', 'addRaLog', 'sent', '', 201, '{"data":{"notes":"Quiet"}}')`);
  await sealAnswers(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select key, answer from idempotency_keys');
  expect(rows).toEqual([{ key: 'sent', answer: null }]);
});

test('buildings of RA logs are found in any case after the upgrade', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query('alter table ra_log_buildings drop column folded');
  await pool.query("insert into ra_log_buildings (name) values ('\u00c9lan Hall'), ('Anderson')");
  await foldBuildings(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select folded from ra_log_buildings order by id');
  expect(rows).toEqual([{ folded: '\u00e9lan hall' }, { folded: 'anderson' }]);
});

describe.each(releases)('the data of %s', (release) => {
  test('are brought up to date, and the portal is used on them', async () => {
    const database = await openEmptyDatabase();
    await database.cutConnections();
    await vi.waitFor(() => expect(database.pool.totalCount).toBe(0), { timeout: 10_000 });
    await restore(path.join(folder, release), database.settings, { endsAtRestore });
    const { signIn, visitor } = await startTestServer({
      tools: serverTools,
      places,
      placePermissions,
      database,
    });
    const it = await signIn('it');

    const lists = serverTools
      .flatMap(({ calls }) => Object.values(calls))
      .filter(
        ({ method, reply, params, query }) =>
          method === 'GET' &&
          reply.kind === 'json' &&
          params === undefined &&
          query?.safeParse({}).success !== false,
      );
    expect(lists.length).toBeGreaterThan(5);
    // What a person may not have yet, such as a Wi-Fi key, is not found.
    const mayLack = ({ refusals = {} }: Call) =>
      Object.values(refusals).some(({ kind }) => kind === 'not-found');
    const answers = await Promise.all(
      lists.map(async (call) => [call.name, (await it.fetch('GET', call.path)).status, mayLack(call)]),
    );
    expect(answers.filter(([, status, lacks]) => status !== 200 && !(lacks && status === 404))).toEqual([]);

    const links = await it.send(listLinks, { query: { page: 1, search: 'released' } });
    expect(links.body.data).toMatchObject([{ shortUrl: 'released', visits: 3 }]);
    const followed = await visitor.send(followLink, { params: { shortUrl: 'released' } });
    expect(followed.status).toBe(302);
    const logs = await it.send(listMyRaLogs, { query: { page: 1 } });
    expect(logs.body.data).toMatchObject([{ comments: 'Kept.', followUp: true }]);
    const link = { shortUrl: 'after', longUrl: 'https://www.sawtooth.example/after', expires: null };
    expect((await it.send(createLink, { body: link })).status).toBe(201);
  });
});
