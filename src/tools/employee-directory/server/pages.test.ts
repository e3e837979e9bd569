import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findPeople } from '../../../platform/contract/directory.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import * as calls from '../contract.ts';
import { createTellPerson } from './change-by-it.ts';
import { createTestDirectory, type TestDirectory } from './testing/test-directory.ts';

let college: TestDirectory;
let server: TestDirectory['server'];
let folder: string;
let staff: TestClient;
let faculty: TestClient;
let student: TestClient;

beforeAll(async () => {
  college = await createTestDirectory();
  ({ server, folder, staff, faculty, student } = college);
});
afterAll(() => college.stop());

const page = {
  pronouns: 'she/her',
  room: 'Library 204',
  hours: 'Mondays',
  askAbout: 'Transcripts',
  audience: 'employees',
  photoChoice: 'college',
} as const;
const save = (changes: object = {}, photo?: Buffer, who = staff) =>
  who.send(calls.changeOwnPage, {
    body: { ...page, ...changes },
    ...(photo === undefined
      ? {}
      : {
          files: { photo: { fileName: 'me.png', contentType: 'image/png', content: new Uint8Array(photo) } },
        }),
  });
const own = (who = staff) => college.own(who);
const seenBy = async (who: TestClient) =>
  (await who.send(calls.readEmployeePage, { params: { id: (await own()).id } })).body.data;
const photoFor = async (who: TestClient) =>
  (await who.fetch('GET', `/api/employee-directory/people/${(await own()).id}/photo`)).status;

test('a person adds to their page, and chooses whether students see it', async () => {
  expect((await save()).status).toBe(200);
  expect(await seenBy(faculty)).toMatchObject({ room: 'Library 204', pronouns: 'she/her', own: null });
  expect(await seenBy(student)).toMatchObject({
    title: 'Registrar',
    ext: '5101',
    room: '',
    hours: '',
    pronouns: '',
  });
  await save({ audience: 'everyone' });
  expect(await seenBy(student)).toMatchObject({ room: 'Library 204', askAbout: 'Transcripts' });
});

test('someone who is no employee has no page, and the page of someone confidential is not there', async () => {
  expect((await save({}, undefined, student)).status).toBe(404);
  const { rows } = await server.database.pool.query(
    "select page_id from directory_records where key = 'E-reslife'",
  );
  const asked = { params: { id: rows[0].page_id } };
  expect((await faculty.send(calls.readEmployeePage, asked)).status).toBe(404);
  const withheld = await server.signIn('reslife');
  expect((await withheld.send(calls.readEmployeePage, asked)).status).toBe(200);
  const { data } = (await faculty.send(calls.listEmployeePages)).body;
  expect(data.map(({ lastName }) => lastName).toSorted()).toEqual(['faculty', 'staff']);
});

test('IT has nothing to fix on the page of a student, or of someone who has left', async () => {
  const it = await server.signIn('it');
  const { pool } = server.database;
  const mend = async (key: string) => {
    const { rows } = await pool.query('select page_id from directory_records where key = $1', [key]);
    const body = { room: 'Boone 12', hours: '', askAbout: '', pronouns: '' };
    return (await it.send(calls.changeEmployeePage, { params: { id: rows[0].page_id }, body })).status;
  };
  const setActive = (active: boolean) =>
    pool.query("update directory_records set active = $1 where key = 'E-faculty'", [active]);
  onTestFinished(async () => void (await setActive(true)));
  await setActive(false);
  expect([await mend('E-student'), await mend('E-faculty')]).toEqual([404, 404]);
  expect((await save({}, undefined, faculty)).status).toBe(404);
  expect((await save({}, undefined, student)).status).toBe(404);
  const { rows } = await pool.query(
    "select from employee_pages where record_key in ('E-student', 'E-faculty')",
  );
  expect(rows).toEqual([]);
});

test('a photo of their own is redrawn, shown to the people they choose, and gone when they choose none', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  const noPhoto = (photo: unknown) => ({ reason: 'no-photo', fields: { photo } });
  expect((await save({ photoChoice: 'own' })).body).toMatchObject(
    noPhoto(expect.stringMatching(/^Choose a photo:/)),
  );
  expect((await save({ photoChoice: 'own' }, Buffer.from('<svg/>'))).body).toMatchObject(
    noPhoto(expect.stringMatching(/can't be read.*megapixels/)),
  );
  expect((await save({ photoChoice: 'own' }, picture)).status).toBe(200);
  expect([await photoFor(faculty), await photoFor(student)]).toEqual([200, 404]);
  const { photo } = await seenBy(faculty);
  expect(photo).not.toBeNull();
  expect((await seenBy(student)).photo).toBeNull();
  // The people picker shows it to the same people.
  const picked = async (who: TestClient) =>
    (await who.send(findPeople, { query: { search: 'staff' } })).body.data[0]?.photo ?? null;
  const address = await picked(faculty);
  expect(await picked(student)).toBeNull();
  expect((await faculty.fetch('GET', address ?? '')).headers['content-type']).toBe('image/jpeg');
  // The photo stays when only the text is changed.
  await save({ photoChoice: 'own', room: 'Library 205' });
  expect(await photoFor(faculty)).toBe(200);
  await save({ photoChoice: 'none' });
  expect([await photoFor(staff), (await own()).own?.hasOwnPhoto]).toEqual([404, false]);
});

test('the address of a photo from the sign-in depends on the photo, and reveals nothing about when', async () => {
  const of = async () => (await seenBy(staff)).photo;
  await save({ photoChoice: 'college' });
  const { pool } = server.database;
  const put = (photo: string, at: string) =>
    pool.query(`update people set photo = $1, last_sign_in_at = $2 where email = 'staff@sawtooth.example'`, [
      Buffer.from(photo),
      at,
    ]);
  await put('one', '2026-11-20T08:00:00Z');
  const first = await of();
  await put('one', '2026-11-21T09:00:00Z');
  expect(await of()).toBe(first);
  await put('two', '2026-11-21T09:00:00Z');
  expect(await of()).toMatch(/^[0-9a-f]{16}$/);
  expect(await of()).not.toBe(first);
  await pool.query(`update people set photo = null where email = 'staff@sawtooth.example'`);
});

test('a second tab that shows an older page does not overwrite what the first one saved', async () => {
  const version = (await own()).own?.version;
  expect((await save({ version, room: 'First tab' })).status).toBe(200);
  expect((await save({ version, room: 'Second tab' })).body).toMatchObject({ reason: 'stale-version' });
  expect((await own()).room).toBe('First tab');
});

test('a save whose response was lost is repeated, and not refused as a change from another tab', async () => {
  const request = {
    body: { ...page, version: (await own()).own?.version, room: 'Saved once' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const [first, again] = [
    await staff.send(calls.changeOwnPage, request),
    await staff.send(calls.changeOwnPage, request),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.data.own?.version).toBe(first.body.data.own?.version);
});

test('IT changes the page of someone else, who is notified once with what was changed', async () => {
  const it = await server.signIn('it');
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  await save({ photoChoice: 'own', room: 'Old room', audience: 'everyone' }, picture);
  const { id } = await own();
  const { edit } = await seenBy(it);
  expect([(await seenBy(faculty)).edit, (await own()).edit, edit?.hasOwnPhoto]).toEqual([null, null, true]);
  const body = { room: 'Boone 12', hours: page.hours, askAbout: page.askAbout, pronouns: page.pronouns };
  const mend = (who: TestClient, changes: object = {}) =>
    who.send(calls.changeEmployeePage, { params: { id }, body: { ...body, ...changes } });
  expect([(await mend(faculty)).status, (await mend(staff)).status]).toEqual([403, 403]);
  const done = await mend(it, { removePhoto: true, version: edit?.version });
  expect([done.status, done.body.data]).toMatchObject([200, { room: 'Boone 12', photo: null }]);
  expect((await mend(it, { version: edit?.version })).body).toMatchObject({ reason: 'stale-version' });
  // The person had their page open: what IT fixed is not undone, and they are told that it may have been IT.
  expect((await save({ version: edit?.version, room: 'Old room' })).body).toMatchObject({
    reason: 'stale-version',
    detail: expect.stringContaining('in another tab or by IT'),
  });
  // What only the person decides stays.
  expect((await own()).own).toMatchObject({
    audience: 'everyone',
    photoChoice: 'college',
    hasOwnPhoto: false,
  });
  const { rows } = await server.database.pool.query(
    "select actor_name, before, after from audit_entries where action = 'employee-page.change-by-it'",
  );
  expect(rows).toMatchObject([
    { actor_name: 'Iris Thornwell', before: { room: 'Old room' }, after: { room: 'Boone 12' } },
  ]);
  // No change, no email.
  expect((await mend(it)).status).toBe(200);
  const emails = async () => {
    const names = await readdir(path.join(folder, 'mail')).catch(() => []);
    const all = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, 'mail', name)))),
    );
    return all.filter(({ to }) => to?.[0]?.address === 'staff@sawtooth.example');
  };
  await vi.waitFor(async () => expect(await emails()).toHaveLength(1), { timeout: 20_000, interval: 50 });
  const [told] = await emails();
  expect(told?.text).toContain(
    'Iris Thornwell in IT changed your page in the Employee Directory: Room, Photo.',
  );
  const jobs = await server.database.pool.query(
    "select count(*)::int as jobs from jobs.job where name = 'employee-directory.changed'",
  );
  expect(jobs.rows).toEqual([{ jobs: 1 }]);
  rmSync(path.join(folder, 'mail'), { recursive: true });
});

test('the email about what IT changed follows the person to a new address, and is for no one who is blocked', async () => {
  const { reader, mail, log, publicUrl, campus } = server.quad.platform;
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string }>(
    "select id from people where email = 'it@sawtooth.example'",
  );
  const sent: string[] = [];
  const job = createTellPerson({
    reader,
    publicUrl,
    campus,
    mail: { ...mail, send: async ({ to }) => `${sent.push(to)}` },
  });
  const changed = { pageId: (await own(faculty)).id, byId: rows[0]?.id ?? '', changed: ['room'] };
  const run = () => job.run({ ...changed, key: randomUUID() }, { log, signal: new AbortController().signal });
  const change = async (values: string) =>
    void (await pool.query(`update people set ${values} where email like 'faculty%'`));
  onTestFinished(() => change("email = 'faculty@sawtooth.example', disabled = false"));
  await run();
  await change("email = 'faculty.renamed@sawtooth.example', last_sign_in_at = now()");
  await run();
  await change('disabled = true');
  expect(await run()).toMatch('is blocked');
  expect(sent).toEqual(['faculty@sawtooth.example', 'faculty.renamed@sawtooth.example']);
});
