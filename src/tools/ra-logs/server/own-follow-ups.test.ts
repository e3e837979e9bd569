import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reassignAddress } from '../../../platform/server/testing/reassign-address.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import { addRaLog, assignFollowUp, closeFollowUp, listMyFollowUps, listRaLogs } from '../contract.ts';
import { createAssignmentNotice } from './assignment-notice.ts';
import { followUpBelongings } from './belongings.ts';
import { createClosingNotice } from './closing-notice.ts';
import { raLogsServer } from './index.ts';
import { createOwnerAccounts } from './owner-accounts.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());

async function fileAndAssign(owner: string): Promise<string> {
  const { body } = await ra.send(addRaLog, { body: { building: 'Simplot', followUp: true } });
  const id = body.data._id;
  if (owner !== '') await reslife.send(assignFollowUp, { params: { id }, body: { owner, confirmed: true } });
  return id;
}
const ownOf = async (client: TestClient) =>
  (await client.send(listMyFollowUps, { query: { page: 1 } })).body.data.map(({ _id }) => _id);
const close = (client: TestClient, id: string) =>
  client.send(closeFollowUp, { params: { id }, body: { closingNote: 'Fixed.' } });

test('an owner without any permission sees and closes their own follow-ups, and no one else does', async () => {
  const staff = await server.signIn('staff');
  const student = await server.signIn('student');
  const first = await fileAndAssign('STAFF@sawtooth.example');
  const second = await fileAndAssign('staff@sawtooth.example');
  const other = await fileAndAssign('it@sawtooth.example');
  expect(await ownOf(staff)).toEqual([second, first]);
  expect(await ownOf(student)).toEqual([]);
  expect((await server.visitor.send(listMyFollowUps, { query: { page: 1 } })).status).toBe(401);

  expect((await close(student, first)).status).toBe(404);
  expect((await close(staff, other)).status).toBe(404);
  expect(await close(staff, first)).toMatchObject({
    status: 200,
    body: { data: { followUpTask: { closed: true } } },
  });
  expect(await ownOf(staff)).toEqual([second]);
});

test('an owner is notified when someone else closes their follow-up, and not when they do', async () => {
  const staff = await server.signIn('staff');
  const [own, others, unassigned] = [
    await fileAndAssign('staff@sawtooth.example'),
    await fileAndAssign('STAFF@sawtooth.example'),
    await fileAndAssign(''),
  ];
  for (const [client, id] of [
    [staff, own],
    [reslife, others],
    [reslife, unassigned],
  ] as const)
    expect((await close(client, id)).status).toBe(200);
  const { rows } = await server.database.pool.query<{ data: { logId: string } }>(
    `select data from jobs.job where name = 'ra-logs.closing-notice' and data ->> 'logId' = any($1)`,
    [[own, others, unassigned]],
  );
  expect(rows.map(({ data }) => data.logId)).toEqual([others]);
});

test('the notice of a closed follow-up follows its owner to a new address, and does not go to whoever has the old one', async () => {
  const owner = await server.signIn('faculty');
  const [own, others] = [
    await fileAndAssign('faculty@sawtooth.example'),
    await fileAndAssign('faculty@sawtooth.example'),
  ];
  const { pool } = server.database;
  await pool.query(
    "update people set email = 'new.name@sawtooth.example' where email = 'faculty@sawtooth.example'",
  );
  expect((await close(owner, own)).status).toBe(200);
  expect((await close(reslife, others)).status).toBe(200);
  const queued = `select data ->> 'logId' as id from jobs.job where name = 'ra-logs.closing-notice'`;
  const { rows } = await pool.query<{ id: string }>(queued);
  expect(rows.map(({ id }) => id)).not.toContain(own);
  expect(rows.map(({ id }) => id)).toContain(others);
  const { reader, mail, log, publicUrl, campus } = server.quad.platform;
  const sent: unknown[] = [];
  const job = createClosingNotice({
    reader,
    publicUrl,
    campus,
    mail: { ...mail, send: async ({ to }) => `${sent.push(to)}` },
  });
  const run = () => job.run({ logId: others }, { log, signal: new AbortController().signal });
  await run();
  expect(sent).toEqual(['new.name@sawtooth.example']);
  await pool.query("update people set disabled = true where email = 'new.name@sawtooth.example'");
  expect(await run()).toBe('The follow-up has no owner who can get an email.');
  expect(sent).toHaveLength(1);
});

test('the notice of an assignment follows its owner to a new address, and does not go to someone who is blocked', async () => {
  await server.signIn('business');
  const id = await fileAndAssign('BUSINESS@sawtooth.example');
  const { pool } = server.database;
  const { rows } = await pool.query<{ data: { logId: string; version: number } }>(
    `select data from jobs.job where name = 'ra-logs.assignment-notice' and data ->> 'logId' = $1`,
    [id],
  );
  const [queued] = rows;
  if (queued === undefined) throw new Error('No notice is waiting.');
  const { reader, mail, log, publicUrl, campus } = server.quad.platform;
  const sent: unknown[] = [];
  const job = createAssignmentNotice({
    reader,
    publicUrl,
    campus,
    mail: { ...mail, send: async ({ to }) => `${sent.push(to)}` },
  });
  const run = () => job.run(queued.data, { log, signal: new AbortController().signal });
  await pool.query(
    "update people set email = 'renamed@sawtooth.example' where email = 'business@sawtooth.example'",
  );
  await run();
  expect(sent).toEqual(['renamed@sawtooth.example']);
  await pool.query("update people set disabled = true where email = 'renamed@sawtooth.example'");
  expect(await run()).toBe('The follow-up has no owner who can get an email.');
  expect(sent).toHaveLength(1);
});

test('a follow-up from before the first sign-in of its owner stays with them, whoever gets their address', async () => {
  const id = await fileAndAssign('APPROVER@sawtooth.example');
  const owner = await server.signIn('approver');
  const { log } = server.quad.platform;
  const job = createOwnerAccounts(server.quad.platform);
  expect(await job.run({}, { log, signal: new AbortController().signal })).toBe(
    'Follow-ups whose owner has an account now: 1.',
  );
  const { pool } = server.database;
  await pool.query(
    "update people set email = 'approver.now@sawtooth.example' where email = 'approver@sawtooth.example'",
  );
  const newcomer = await server.signIn('approver2');
  await pool.query(
    "update people set email = 'approver@sawtooth.example' where email = 'approver2@sawtooth.example'",
  );
  expect(await ownOf(owner)).toEqual([id]);
  expect(await ownOf(newcomer)).toEqual([]);
  expect((await close(newcomer, id)).status).toBe(404);
  expect((await close(owner, id)).status).toBe(200);
});

test('a follow-up that was closed before its owner signed in is not tied to the person who has that address now', async () => {
  const [closed, open] = [
    await fileAndAssign('mailroom@sawtooth.example'),
    await fileAndAssign('mailroom@sawtooth.example'),
  ];
  await close(reslife, closed);
  await server.signIn('mailroom');
  const { log } = server.quad.platform;
  await createOwnerAccounts(server.quad.platform).run({}, { log, signal: new AbortController().signal });
  const { rows } = await server.database.pool.query(
    'select id, follow_up_owner_id is not null as tied from ra_logs where id = any($1)',
    [[closed, open]],
  );
  expect(new Map(rows.map(({ id, tied }) => [id, tied]))).toEqual(
    new Map([
      [closed, false],
      [open, true],
    ]),
  );
});

test('a follow-up for someone who has the address of a person who left is not tied to the account of that person', async () => {
  const email = 'volunteer@sawtooth.example';
  await server.signIn('volunteer');
  await reassignAddress(server.database, email);
  const id = await fileAndAssign('');
  const assigned = await reslife.send(assignFollowUp, { params: { id }, body: { owner: email } });
  expect(assigned).toMatchObject({ status: 428, body: { reason: 'unknown-owner' } });
  await reslife.send(assignFollowUp, { params: { id }, body: { owner: email, confirmed: true } });
  const { log } = server.quad.platform;
  await createOwnerAccounts(server.quad.platform).run({}, { log, signal: new AbortController().signal });
  const { rows } = await server.database.pool.query('select follow_up_owner_id from ra_logs where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ follow_up_owner_id: null }]);
});

test('what someone owns says when the round was walked, not when its log arrived', async () => {
  const writtenAt = new Date(Date.now() - 26 * 3_600_000);
  const body = { building: 'Simplot', followUp: true, writtenAt: writtenAt.toISOString() };
  const { _id: id } = (await ra.send(addRaLog, { body })).body.data;
  const owner = 'approver3@sawtooth.example';
  await reslife.send(assignFollowUp, { params: { id }, body: { owner, confirmed: true } });
  const holder = { id: randomUUID(), name: 'Someone', email: owner };
  const [owned] = await followUpBelongings('America/Boise').list(server.quad.platform.reader, holder);
  expect(owned?.title).toBe(`Simplot, round of ${sayTime(writtenAt, 'America/Boise')}`);
});

test('an address that no one has signed in with needs confirmation once', async () => {
  const id = await fileAndAssign('');
  const assign = (owner: string, confirmed?: true) =>
    reslife.send(assignFollowUp, { params: { id }, body: { owner, ...(confirmed && { confirmed }) } });
  const asked = await assign('rosalei@sawtooth.example');
  expect(asked).toMatchObject({
    status: 428,
    body: { reason: 'unknown-owner', detail: expect.stringContaining('rosalei@sawtooth.example') },
  });
  expect((await assign('facilities@sawtooth.example', true)).status).toBe(200);
  for (const known of ['Facilities@sawtooth.example', 'RA@sawtooth.example', ''])
    expect((await assign(known)).status).toBe(200);
});

test('the list has open and unassigned follow-ups, on any page, together with other filters', async () => {
  await server.database.pool.query('delete from ra_logs');
  const [unassigned, assigned, closed] = [
    await fileAndAssign(''),
    await fileAndAssign('it@sawtooth.example'),
    await fileAndAssign(''),
  ];
  await close(reslife, closed);
  await ra.send(addRaLog, { body: { building: 'Simplot' } });
  const list = async (query: Record<string, string | number>) => {
    const { body } = await reslife.send(listRaLogs, { query: { page: 1, ...query } as never });
    return [body.meta.total, body.data.map(({ _id }) => _id)];
  };
  expect(await list({ followUp: 'open' })).toEqual([2, [assigned, unassigned]]);
  expect(await list({ followUp: 'open', page: 2, pageSize: 1 })).toEqual([2, [unassigned]]);
  expect(await list({ followUp: 'unassigned', building: 'Simplot' })).toEqual([1, [unassigned]]);
  expect(await list({ followUp: 'open', submittedBy: 'nobody.like.this' })).toEqual([0, []]);
  expect(await list({ followUp: 'open', reviewed: 'true' })).toEqual([0, []]);
  const { text } = await reslife.fetch('GET', `${listRaLogs.path}/export?followUp=unassigned`);
  expect(text.trim().split('\r\n')).toHaveLength(2);
});
