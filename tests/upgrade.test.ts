import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { up as sealAnswers } from '../migrations/20261122T0330-platform-sealed-answers.ts';
import { up as addBeforeDeletion } from '../migrations/20261123T1610-files-before-deletion.ts';
import { up as composeNames } from '../migrations/20261123T1640-files-composed-names.ts';
import { up as forgetLinked } from '../migrations/20261123T2305-help-desk-linked-people.ts';
import { up as giveReferences } from '../migrations/20261124T0206-wifi-keys-references.ts';
import { up as foldBuildings } from '../migrations/20261124T0249-ra-logs-buildings-folded.ts';
import { up as foldApplications } from '../migrations/20261124T0253-grants-folded.ts';
import { up as bindFacts } from '../migrations/20261124T0510-password-reset-owner-of-facts.ts';
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

test('a Wi-Fi key of a controller that two people got stays with the first of them', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query('drop index wifi_keys_reference');
  for (const [name, reference, days] of [
    ['second', '1 a', 1],
    ['first', '1 a', 2],
    ['third', '1 a', 0],
    ['other', '2 b', 3],
    ['kept here', null, 0],
    ['kept here, too', null, 0],
  ])
    await pool.query(
      `with person as (
         insert into people (id, email, name, given_name, family_name)
         values (gen_random_uuid(), $1, $1, '', '') returning id)
       insert into wifi_keys (id, owner_id, kind, label, reference, created_at, expires_at)
       select gen_random_uuid(), id, 'own', '', $2, now() - make_interval(days => $3), now() from person`,
      [name, reference, days],
    );
  await giveReferences(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query(
    'select p.name from wifi_keys k join people p on p.id = k.owner_id where reference is not null order by 1',
  );
  expect(rows).toEqual([{ name: 'first' }, { name: 'other' }]);
});

test('people whom an older version counted by a linked ticket are found by the ticket, and those who joined stay', async () => {
  const { pool, database } = await openTestDatabase();
  const [issue, linked, joined, both] = Array.from({ length: 4 }, () => randomUUID());
  await pool.query(
    `insert into help_incidents (id, title, text, state, created_by) values ($1, 'No Wi-Fi', '', 'open', 'IT')`,
    [issue],
  );
  const at = new Date('2026-11-22T12:00:00Z');
  for (const person of [linked, joined, both])
    await pool.query('insert into help_incident_people (incident_id, person_id, at) values ($1, $2, $3)', [
      issue,
      person,
      at,
    ]);
  const audit = `insert into audit_entries (id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, about, after)
    values (gen_random_uuid(), $1, 'person', $2, 'Someone', $3, $4, $5, $6, $7)`;
  for (const person of [linked, both])
    await pool.query(audit, [
      ...[at, randomUUID(), 'help-ticket.change', 'help-ticket', randomUUID(), person],
      { incident_id: issue },
    ]);
  const later = new Date(at.getTime() + 60_000);
  for (const person of [joined, both])
    await pool.query(audit, [later, person, 'help-incident.join', 'help-incident', issue, null, null]);
  await forgetLinked(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select person_id from help_incident_people');
  expect(rows.map(({ person_id }) => person_id).toSorted()).toEqual([joined, both].toSorted());
});

test('a file that was withdrawn and then deleted before the upgrade is remembered as withdrawn', async () => {
  const { pool, database } = await openTestDatabase();
  for (const ended of ['withdrawn', null]) {
    await pool.query(
      `insert into audit_entries (id, actor_kind, actor_name, action, subject_type, subject_id, before)
       values (gen_random_uuid(), 'person', 'IT', 'file.delete', 'file', $1, $2)`,
      [await insertFile(pool, `${ended}.txt`, 'deleted'), { ended }],
    );
  }
  await pool.query('alter table files drop column before_deletion');
  await addBeforeDeletion(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select before_deletion from files order by original_filename desc');
  expect(rows).toEqual([{ before_deletion: 'withdrawn' }, { before_deletion: null }]);
});

test('files whose names have separate accents are found after the upgrade, all but the twin of another', async () => {
  const { pool, database } = await openTestDatabase();
  for (const name of ['e\u0301.txt', 'a\u0301.txt', 'A\u0301.txt'.normalize('NFC')])
    await insertFile(pool, name, null);
  await insertFile(pool, 'a\u0301.txt', 'deleted');
  await composeNames(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query(
    'select original_filename, folded_filename, filepath from files order by ended, created_at',
  );
  const names = ['a\u0301.txt', '\u00c1.txt', '\u00e1.txt', '\u00e9.txt'];
  expect(rows.map(({ original_filename }) => original_filename).toSorted()).toEqual(names);
  for (const { original_filename: name, ...row } of rows)
    expect(row).toEqual({ folded_filename: name.toLowerCase(), filepath: `/it/${name}` });
});

test('funding applications are found in any case after the upgrade', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(
    `insert into grant_applications (id, applicant_id, applicant_name, applicant_email, folded_email, state, department,
       title, link, narrative, starts_on, ends_on, purposes, amounts, total_cents, fiscal_year, round)
     values (gen_random_uuid(), gen_random_uuid(), 'Ada', 'ada@sawtooth.example', '', 'Pending', '', '\u00c9cole', '', '',
       current_date, current_date + 1, '{}', '{}', 0, 2026, 1)`,
  );
  await pool.query('alter table grant_applications drop column folded');
  await pool.query('create index grant_applications_found on grant_applications (title)');
  await foldApplications(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select folded from grant_applications');
  expect(rows).toEqual([{ folded: '\u00e9cole\nada\nada@sawtooth.example' }]);
});

test('buildings of RA logs are found in any case after the upgrade', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query('alter table ra_log_buildings drop column folded');
  await pool.query("insert into ra_log_buildings (name) values ('\u00c9lan Hall'), ('Anderson')");
  await foldBuildings(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query('select folded from ra_log_buildings order by id');
  expect(rows).toEqual([{ folded: '\u00e9lan hall' }, { folded: 'anderson' }]);
});

test('identity facts belong to the only owner of their address after the upgrade, and are removed where there were two', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query('alter table reset_facts drop column person_id, drop column directory_keys');
  for (const name of ['known', 'reused', 'newcomer', 'released', 'unknown'])
    await pool.query(
      `insert into reset_facts (id, email, college_id, birthdate) values (gen_random_uuid(), $1, '', '')`,
      [name],
    );
  const signIn = `insert into people (id, email, name, given_name, family_name, email_released_at)
    values (gen_random_uuid(), $1, '', '', '', $2)`;
  await pool.query(signIn, ['known', null]);
  await pool.query(signIn, ['released', new Date()]);
  for (const [key, email, active] of [
    ['1', 'Known', true],
    ['2', 'Reused', false],
    ['3', 'Reused', true],
    ['4', 'Newcomer', true],
  ])
    await pool.query(
      `insert into directory_records (key, email, active, account_name, given_name, family_name, title, department,
         department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
       values ($1, $2, $3, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`,
      [key, email, active],
    );
  await bindFacts(database as unknown as Kysely<unknown>);
  const { rows } = await pool.query(
    `select f.email, p.email as person, directory_keys as keys
     from reset_facts f left join people p on p.id = person_id order by 1`,
  );
  expect(rows).toEqual([
    { email: 'known', person: 'known', keys: ['1'] },
    { email: 'newcomer', person: null, keys: ['4'] },
    { email: 'unknown', person: null, keys: [] },
  ]);
});

/** @returns its id */
async function insertFile(pool: Pool, name: string, ended: 'deleted' | null): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into files (id, original_filename, folded_filename, filepath, owner_type, content_type, groups, folded_groups,
       networks, automation_managed, current_version, last_version, created_by_id, created_by, ended, ended_at)
     values (gen_random_uuid(), $1, $2, '/it/' || $1, 'IT', 'Guide', '{}', '{*}',
       '{}', false, 1, 1, gen_random_uuid(), 'IT', $3, case when $3 = 'deleted' then now() end)
     returning id`,
    [name, name.toLowerCase(), ended],
  );
  return rows[0]?.id ?? '';
}

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
