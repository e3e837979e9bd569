import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPeople } from '../../../platform/contract/directory.ts';
import { findThings } from '../../../platform/contract/finding.ts';
import { declaredPermissions } from '../../../platform/server/assembly/read-settings.ts';
import { findByEmail, searchDirectory } from '../../../platform/server/directory/lookup.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { campusWithLdap } from './testing/campus-with-ldap.ts';
import { college, header, line, uploadsBy } from './testing/uploads.ts';

let server: TestServer;
let it: TestClient;
/** Faculty find people in forms, too, which the shipped folder allows only others. */
const campus = copyCampus(declaredPermissions({ tools: [directoryServer], placePermissions: {} }));
campus.grant('directory.choose-people', 'Domain-Faculty');

beforeAll(async () => {
  server = await createTestServer({ tools: [directoryServer], campusFolder: campus.folder });
  it = await server.signIn('it');
});
afterAll(async () => {
  await server.stop();
  campus.remove();
});
beforeEach(async () => {
  await server.database.pool.query('delete from directory_runs; delete from directory_records');
});

const { upload, confirm, apply } = uploadsBy(() => it);
const state = async () => (await it.send(calls.readDirectoryState)).body.data;

test('an upload changes nothing until it is confirmed, and says who would come, change, and go', async () => {
  await apply(college(3));
  const next = `${header}${line(0)}E1,Ada,Renamed,employee,,Registrar,,no\nE9,Zoë,New,employee,,Library,,no\n`;
  const { body } = await upload(next);
  expect(body.data).toMatchObject({ state: 'waiting', records: 3, added: 1, changed: 1, gone: 1 });
  expect(await state()).toMatchObject({ employees: 3, waiting: { id: body.data.id } });
  const changes = (await it.send(calls.readRunChanges, { params: { id: body.data.id } })).body.data;
  expect(changes.map(({ what, name }) => [what, name])).toEqual([
    ['gone', 'Ada Number2'],
    ['added', 'Zoë New'],
    ['changed', 'Ada Renamed'],
  ]);
  await confirm(body.data);
  const { rows } = await server.database.pool.query('select key, active from directory_records order by key');
  expect(rows).toEqual([
    { key: 'E0', active: true },
    { key: 'E1', active: true },
    { key: 'E2', active: false },
    { key: 'E9', active: true },
  ]);
});

test('a reading is decided once, and a newer one replaces one that is waiting', async () => {
  const older = (await upload(college(2))).body.data;
  const newer = (await upload(college(3))).body.data;
  expect(await confirm(older)).toMatchObject({ status: 409 });
  expect((await it.send(calls.discardRun, { params: { id: newer.id } })).body.data.state).toBe('discarded');
  expect(await confirm(newer)).toMatchObject({
    status: 409,
    body: { reason: 'decided' },
  });
  expect(await state()).toMatchObject({ employees: 0, waiting: null });
  const left = await server.database.pool.query('select from directory_staged');
  expect(left.rowCount).toBe(0);
});

test('a file is refused if csv is not in the order', async () => {
  const ldap = { url: 'ldaps://ldap.sawtooth.example', bindDn: 'cn=quad,dc=sawtooth,dc=example' };
  const campus = campusWithLdap(ldap, { order: ['ldap'] });
  const withoutFile = await createTestServer({
    tools: [directoryServer],
    campusFolder: campus.folder,
    database: server.database,
    variables: { QUAD_DIRECTORY_SECRET: 'x' },
  });
  const there = await withoutFile.signIn('it');
  const file = { fileName: 'people.csv', content: college(3) };
  const { status, body } = await there.send(calls.uploadDirectory, { files: { file } });
  await withoutFile.stop();
  campus.remove();
  expect([status, body]).toMatchObject([409, { reason: 'not-counted' }]);
  expect((await state()).waiting).toBeNull();
});

test('the template on the page is a file that can be read', async () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../web/template.ts'), 'utf8');
  const lines = Array.from(page.matchAll(/^ {2}'(.+)',$/gm), ([, text]) => text);
  expect((await upload(`${lines.join('\r\n')}\r\n`)).body.data).toMatchObject({ records: 2, added: 2 });
});

test('wrong rows are reported by row and column, and nothing is read', async () => {
  const content = `${header}E1,Ada,,employee,,,,no\nE1,Bo,Brand,teacher,not an address,,,maybe\n`;
  const { status, body } = await upload(content);
  expect(status).toBe(400);
  expect(
    (body as unknown as { rows: { row: number; column: string }[] }).rows.map((row) => [row.row, row.column]),
  ).toEqual([
    [2, 'familyName'],
    [3, 'kind'],
    [3, 'email'],
    [3, 'confidential'],
  ]);
  expect((await upload(header)).status).toBe(400);
  expect((await state()).waiting).toBeNull();
});

describe('a search', () => {
  beforeEach(async () => {
    const people = [
      'E1,Zoë,Lindqvist,employee,zoe@sawtooth.example,Library,,no',
      'E2,Zoran,Linden,employee,,Registrar,,no',
      "E4,Síle,O'Brien,employee,,Music,,no",
      'E3,Rosalie,Withheld,employee,reslife@sawtooth.example,Library,,yes',
      'S1,Zoe,Student,student,,,,no',
      'S2,Zoe,Secret,student,,,,yes',
    ];
    await apply(`${header}${people.join('\n')}\n`);
  });
  const keys: Readonly<Record<string, string>> = {
    'Zoë Lindqvist': 'E1',
    'Zoran Linden': 'E2',
    'Rosalie Withheld': 'E3',
    "Síle O'Brien": 'E4',
    'Zoe Student': 'S1',
    'Zoe Secret': 'S2',
  };
  const found = async (person: string, search: string) => {
    const { body, text } = await (await server.signIn(person)).send(findPeople, { query: { search } });
    // A number that passwords are reset with.
    expect(text).not.toMatch(/"[ES]\d"/);
    return body.data.map(({ name }) => keys[name]);
  };

  test.each([
    ['lind', ['E2', 'E1']],
    ['LINDQVIST zoe', ['E1']],
    ['zoë, lind', ['E1']],
    ['zoe@sawtooth', ['E1']],
    ['library zo', ['E1']],
    ['sile o’brien', ['E4']],
    ['%', []],
    ['nobody', []],
  ])('for "%s" accepts words in any order and ignores accents', async (search, keys) => {
    expect(await found('faculty', search)).toEqual(keys);
  });

  test('shows students only with the permission, and confidential people to IT and themselves', async () => {
    expect(await found('faculty', 'zoe')).toEqual(['E1']);
    expect(await found('reslife', 'zoe')).toEqual(['E1', 'S1']);
    expect(await found('it', 'zoe')).toEqual(['E1', 'S2', 'S1']);
    expect(await found('faculty', 'withheld')).toEqual([]);
    expect(await found('reslife', 'withheld')).toEqual(['E3']);
  });

  test('someone who imports the directory finds students here, unless they find them under People', async () => {
    // No tool here has all people.
    const { body } = await it.send(findThings, { query: { q: 'zoe' } });
    const students = body.data.find(({ id }) => id === 'directory.students');
    expect(students?.results.map(({ title }) => title)).toEqual(['Zoe Secret', 'Zoe Student']);
  });

  test('is for those whose forms ask for someone, and for no one else', async () => {
    const statuses = ['it', 'reslife', 'staff', 'student', 'nogroups'].map(async (person) => {
      const { status } = await (await server.signIn(person)).send(findPeople, { query: { search: 'zoe' } });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 403]);
  });

  test('offers the address of an account if the directory has another one', async () => {
    const faculty = await server.signIn('faculty');
    await server.database.pool.query(`update directory_records set person_id = p.id from people p
      where key = 'E1' and p.email = 'faculty@sawtooth.example'`);
    const { body } = await faculty.send(findPeople, { query: { search: 'library' } });
    expect(body.data.map(({ name, email }) => [name, email])).toEqual([
      ['Zoë Lindqvist', 'faculty@sawtooth.example'],
    ]);
  });

  test('by a program without permissions shows no student and no one confidential', async () => {
    const token = { kind: 'token', id: 'a', name: 'A', permissions: new Set<never>(), files: null } as const;
    const { reader } = server.quad.platform;
    const listed = (await searchDirectory(reader, token, 'zo')).map(({ key }) => key);
    expect(listed).toEqual(['E2', 'E1']);
    expect(await searchDirectory(reader, { kind: 'nobody' }, 'withheld')).toEqual([]);
  });
});

test('a tool finds people by address, unless two of them share it', async () => {
  const { reader } = server.quad.platform;
  await apply(
    `${header}${line(1, 'Domain-Staff; Library')}${line(2, 'Library')}E3,Bo,Brand,employee,E2@sawtooth.example,,,no\n`,
  );
  expect(await findByEmail(reader, { kind: 'nobody' }, ' E1@Sawtooth.Example ')).toMatchObject({
    key: 'E1',
    personId: null,
  });
  expect(await findByEmail(reader, { kind: 'nobody' }, 'e2@sawtooth.example')).toBeNull();
});
