import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, assignFollowUp, closeFollowUp, reviewRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { readEmail } from './testing/follow-up-emails.ts';

const list = '/departments/residence-life/resident-assistants/logs';
const ownList = '/departments/residence-life/resident-assistants/my-follow-ups';
const patience = { timeout: 20_000, interval: 50 };
const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-waits-'));
let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer], variables: { QUAD_DATA: dataFolder } });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
beforeEach(() => server.database.pool.query('delete from ra_logs'));

async function waiting(client: TestClient) {
  const { body } = await client.send(listWaiting);
  expect(body.missing).toEqual([]);
  return body.data.map(({ title, count, link }) => ({ title, count, link }));
}

async function file(followUp: boolean): Promise<string> {
  const { body } = await ra.send(addRaLog, { body: { building: 'Hayman', followUp, comments: 'A secret.' } });
  return body.data._id;
}

const assign = (_id: string, owner: string) =>
  reslife.send(assignFollowUp, { params: { id: _id }, body: { owner, confirmed: true } });

/** The emails that notified these owners, by their recipient. */
async function ownerEmails(owners: RegExp): Promise<{ to: string; text: string }[]> {
  const folder = path.join(dataFolder, 'mail');
  // While one is being written, its name starts with a dot.
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
  const texts = await Promise.all(names.map((name) => readEmail(path.join(folder, name))));
  return texts
    .filter((text) => text.includes('Subject: Follow-up assigned to you'))
    .map((text) => ({ to: /^To: (\S+)/m.exec(text)?.[1] ?? '', text }))
    .filter(({ to }) => owners.test(to));
}

test('Residence Life sees what to review and to assign until it is done; others see none of it', async () => {
  expect(await waiting(reslife)).toEqual([]);
  const plain = await file(false);
  const urgent = await file(true);
  expect(await waiting(ra)).toEqual([]);
  expect(await waiting(reslife)).toEqual([
    { title: 'Review 2 RA logs', count: 2, link: `${list}?reviewed=false` },
    { title: 'Assign a follow-up', count: 1, link: `${list}?followUp=unassigned` },
  ]);
  for (const id of [plain, urgent])
    await reslife.send(reviewRaLog, { params: { id }, body: { reviewed: true } });
  await assign(urgent, 'reslife@sawtooth.example');
  expect(await waiting(reslife)).toEqual([
    { title: 'Follow up in Hayman', count: 1, link: `${list}?followUp=open&building=Hayman` },
  ]);
  await reslife.send(closeFollowUp, { params: { id: urgent }, body: { closingNote: 'Fixed.' } });
  expect(await waiting(reslife)).toEqual([]);
});

test('an owner without the list of logs sees the follow-up on their own page, and gets one email', async () => {
  const id = await file(true);
  // No one with this address has signed in yet.
  await assign(id, 'Staff@Sawtooth.example');
  const staff = await server.signIn('staff');
  const own = [{ title: 'Follow up in Hayman', count: 1, link: ownList }];
  expect(await waiting(staff)).toEqual(own);
  const sent = () => ownerEmails(/^(staff|it)@/i);
  await vi.waitFor(async () => expect(await sent()).toHaveLength(1), patience);
  const [{ to, text } = { to: '', text: '' }] = await sent();
  // The domain of an address is not case-sensitive.
  expect(to).toBe('Staff@sawtooth.example');
  expect(text).toContain('Building: Hayman');
  expect(text).toContain(`http://localhost:3000${ownList}`);
  expect(text).not.toMatch(/secret|ra@/);

  await assign(id, 'staff@sawtooth.example');
  expect(await waiting(staff)).toEqual(own);
  await assign(id, 'it@sawtooth.example');
  expect(await waiting(staff)).toEqual([]);
  await vi.waitFor(async () => expect(await sent()).toHaveLength(2), patience);
});

test('a follow-up stays with its owner when their address is given to someone else', async () => {
  const student = await server.signIn('student');
  const id = await file(true);
  await assign(id, 'student@sawtooth.example');
  expect(await waiting(student)).toHaveLength(1);
  const rename = (from: string, to: string) =>
    server.database.pool.query('update people set email = $2 where email = $1', [
      `${from}@sawtooth.example`,
      `${to}@sawtooth.example`,
    ]);
  await rename('student', 'former');
  await rename('ra', 'student');
  onTestFinished(async () => {
    await rename('student', 'ra');
    await rename('former', 'student');
  });
  expect(await waiting(student)).toHaveLength(1);
  expect(await waiting(ra)).toEqual([]);
});
