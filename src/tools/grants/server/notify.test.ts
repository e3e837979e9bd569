import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { applyForFunding, declineApplication, recuseFromApplication, writeMessage } from '../contract.ts';
import { sampleApplication } from './examples.ts';
import { apply, approve, createTestCommittee, move, type TestCommittee } from './testing/committee.ts';

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-grants-'));
const folder = path.join(dataFolder, 'mail');
let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee({ variables: { QUAD_DATA: dataFolder } });
});
afterAll(async () => {
  await committee.server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
// The home page lists no more than a few.
beforeEach(() =>
  committee.server.database.pool.query('delete from grant_applications; delete from throttle_counters'),
);

/** Waits until these people have this many emails in total that name the title. */
async function emailsAbout(title: string, count: number) {
  return vi.waitFor(
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
      const parsed = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
      );
      const found = parsed.filter(({ subject }) => subject?.endsWith(title));
      expect(found).toHaveLength(count);
      return found.map(({ to, text }) => {
        const [first, , words] = text?.split('\n') ?? [];
        return [to?.[0]?.address?.split('@')[0], first, words];
      });
    },
    { timeout: 20_000, interval: 50 },
  );
}

const waiting = async (client: TestClient, title: string) =>
  (await client.send(listWaiting)).body.data.filter((entry) => entry.title.includes(title));

test('each step notifies those concerned once, and the home page says whose turn it is', async () => {
  const { faculty, voters, server } = committee;
  const title = 'Meeting of the steps';
  const application = await apply(faculty, { titleOfProfessionalMeeting: title });
  const params = { id: application._id };
  const submitted = await emailsAbout(title, 3);
  expect(submitted.map(([to]) => to).toSorted()).toEqual(['approver', 'approver2', 'approver3']);
  await approve(voters[0], application);
  expect(await waiting(voters[0], title)).toEqual([]);
  expect(await waiting(voters[1], title)).toMatchObject([
    { title: `Vote on “${title}”`, about: 'By Felix Carraway. Voted: Abel Provance.' },
  ]);
  await voters[2].send(recuseFromApplication, { params, body: {} });
  expect(await waiting(voters[2], title)).toEqual([]);
  await voters[1].send(writeMessage, { params, body: { text: 'Which hotel is it?' } });
  await faculty.send(writeMessage, { params, body: { text: 'The one of the meeting.' } });
  // The person who recused themselves is not asked anymore.
  expect((await emailsAbout(title, 6)).map(([to]) => to).toSorted()).toEqual([
    'approver',
    'approver',
    'approver2',
    'approver2',
    'approver3',
    'faculty',
  ]);
  for (const outsider of [await server.signIn('fgd'), voters[2]])
    expect((await outsider.send(writeMessage, { params, body: { text: 'Me too.' } })).status).not.toBe(201);
  await approve(voters[1], application);
  expect(await waiting(voters[0], title)).toMatchObject([{ title: `Move “${title}” to Approved` }]);
  const { version } = (await move(voters[0], application, 'Draft', 'Please add the hotel.')).body.data;
  expect(await waiting(voters[0], title)).toEqual([]);
  expect(await waiting(faculty, title)).toMatchObject([{ title: `Change and submit “${title}” again` }]);
  expect(await emailsAbout(title, 7)).toContainEqual([
    'faculty',
    `The committee returned your funding application “${title}”.`,
    'Please add the hotel.',
  ]);
  expect(version).toBe(2);
});

test('what everyone has voted on is listed until an approver moves it, whichever way they voted', async () => {
  const { faculty, voters } = committee;
  const [declined, torn] = ['Meeting that no one wants', 'Meeting that some want'];
  const decline = (voter: TestClient, id: string) =>
    voter.send(declineApplication, { params: { id }, body: { reason: 'It is online.' } });
  const one = await apply(faculty, { titleOfProfessionalMeeting: declined });
  const other = await apply(faculty, { titleOfProfessionalMeeting: torn });
  for (const voter of voters.slice(1)) await decline(voter, one._id);
  for (const voter of voters.slice(1)) await approve(voter, other);
  for (const title of [declined, torn]) expect(await waiting(voters[1], title)).toEqual([]);
  for (const { _id } of [one, other]) await decline(voters[0], _id);
  for (const voter of voters) {
    expect(await waiting(voter, declined)).toMatchObject([{ title: `Decline “${declined}”` }]);
    expect(await waiting(voter, torn)).toMatchObject([
      { title: `The votes differ: move “${torn}” to Draft` },
    ]);
  }
  await move(voters[0], one, 'Declined', 'It is online.');
  await move(voters[0], other, 'Draft', 'Please say more.');
  for (const title of [declined, torn]) expect(await waiting(voters[1], title)).toEqual([]);
});

test('the Queue Manager says which application an email is about, and neither whose it is nor its title', async () => {
  const { jobs } = committee.server.quad.platform;
  await apply(committee.faculty, { titleOfProfessionalMeeting: 'Meeting in the queue' });
  await committee.server.database.pool.query(
    "update grant_applications set first_submitted_at = '2026-03-02T23:12:00Z'",
  );
  const paging = { page: 1, pageSize: 100 };
  const { data } = await jobs.list({ name: 'grants.email', paging });
  const said = data.flatMap(({ about }) => about ?? []);
  expect(said).toEqual(Array.from({ length: 3 }, () => 'Application of Mar 2, 2026, 4:12 PM MST'));
});

test('emails follow an approver to a new address, and none go to one who is blocked', async () => {
  const { faculty, server } = committee;
  const { pool } = server.database;
  await pool.query(
    "update people set email = 'abel@sawtooth.example' where email = 'approver@sawtooth.example'",
  );
  await pool.query("update people set disabled = true where email = 'approver2@sawtooth.example'");
  onTestFinished(async () => {
    await pool.query(
      "update people set email = 'approver@sawtooth.example' where email = 'abel@sawtooth.example'",
    );
    await pool.query("update people set disabled = false where email = 'approver2@sawtooth.example'");
  });
  const title = 'Meeting under a new name';
  const { _id } = await apply(faculty, { titleOfProfessionalMeeting: title });
  await faculty.send(writeMessage, { params: { id: _id }, body: { text: 'It is in Boise.' } });
  expect((await emailsAbout(title, 4)).map(([to]) => to).toSorted()).toEqual([
    'abel',
    'abel',
    'approver3',
    'approver3',
  ]);
});

test('no one can flood the committee with applications, even all at once', async () => {
  const { server } = committee;
  const staff = await server.signIn('staff');
  const submit = (changes = {}) =>
    staff.send(applyForFunding, { body: { ...sampleApplication, ...changes } as never });
  // Refused, so it does not count.
  expect((await submit({ draft: randomUUID(), draftVersion: 1 })).status).toBe(409);
  const answers = await Promise.all(Array.from({ length: 35 }, () => submit()));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(5);
  for (const { status, headers, body } of refused)
    expect([status, Number(headers['retry-after']) > 0, body]).toMatchObject([
      429,
      true,
      { reason: 'too-many-applications' },
    ]);
  expect((await apply(await server.signIn('fgd'))).approvalStatus).toBe('Pending');
});

test('no one can flood the committee with messages', async () => {
  const { faculty, server } = committee;
  const params = { id: (await apply(faculty))._id };
  const write = () => faculty.send(writeMessage, { params, body: { text: 'Any news?' } });
  expect((await write()).status).toBe(201);
  await server.database.pool.query(
    `update throttle_counters set count = 60 where key like 'grants message:%'`,
  );
  const { status, headers, body } = await write();
  expect([status, Number(headers['retry-after']) > 0, body]).toMatchObject([
    429,
    true,
    { reason: 'too-many-messages' },
  ]);
});
