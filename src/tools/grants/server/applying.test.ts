import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { endTooEarly, startTooLate, totalBelowZero } from '../contract/fields.ts';
import { applyForFunding, editApplication, listApplications, readApplication } from '../contract.ts';
import { sampleApplication } from './examples.ts';
import { apply, createTestCommittee, move, type TestCommittee } from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

const refused = async (changes: Record<string, unknown>) => {
  const answer = await committee.faculty.send(applyForFunding, {
    body: { ...sampleApplication, ...changes } as never,
  });
  return { status: answer.status, fields: (answer.body as { fields?: unknown }).fields };
};

test('L04: the server adds up in cents, whatever total was sent', async () => {
  const { faculty } = committee;
  const tricky = { publicTransportationCosts: 0.1 + 0.2, localTransportationCosts: '12' as never };
  const { status, body } = await faculty.send(applyForFunding, {
    body: { ...sampleApplication, ...tricky, totalAmount: 1, approvalStatus: 'Approved' },
  });
  expect(status).toBe(201);
  // 0.3 + 12 + 360 + 150 + 138 - 100
  expect(body.data).toMatchObject({
    totalAmount: 560.3,
    publicTransportationCosts: 0.3,
    localTransportationCosts: 12,
    approvalStatus: 'Pending',
    submittedBy: 'faculty@sawtooth.example',
    approvers: [],
  });
});

test('L04: invalid amounts are refused at their fields', async () => {
  const field = (message: RegExp) => expect.stringMatching(message);
  const faults = [
    [-5, /less than zero/],
    [1e308, /at most 1,000,000/],
    [12.345, /two decimals/],
    ['12,5', /such as/],
    ['', /such as/],
    [null, /required/],
    [{}, /such as/],
  ] as const;
  for (const [miscCosts, message] of faults)
    expect(await refused({ miscCosts })).toEqual({ status: 400, fields: { miscCosts: field(message) } });
  expect(await refused({ amountOfAboveExpensesPaidFromOtherSources: 2_000 })).toEqual({
    status: 400,
    fields: { totalAmount: totalBelowZero },
  });
  expect(await refused({ conferenceLink: ' ', department: undefined })).toMatchObject({
    fields: { conferenceLink: 'Enter an address, or "none".', department: 'This is required.' },
  });
});

test('L05: equal days and days in the wrong order are refused in the words of the specification', async () => {
  const { startDateOfProposedActivity: start } = sampleApplication;
  for (const endDateOfProposedActivity of [start, '2026-01-01'])
    expect(await refused({ endDateOfProposedActivity })).toEqual({
      status: 400,
      fields: { startDateOfProposedActivity: startTooLate, endDateOfProposedActivity: endTooEarly },
    });
});

test("L05: today is the college's day, and for a returned one the day of its first submission", async () => {
  const { faculty, voters } = committee;
  // In Boise it is still the evening of the fifth.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-06T06:30:00Z') });
  try {
    const late = { endDateOfProposedActivity: '2031-04-01' };
    expect(await refused({ ...late, startDateOfProposedActivity: '2031-03-04' })).toMatchObject({
      status: 400,
      fields: { startDateOfProposedActivity: 'Choose Mar 5, 2031 or a later day.' },
    });
    expect(await refused({ ...late, startDateOfProposedActivity: '2031-03-05' })).toMatchObject({
      status: 201,
    });
  } finally {
    vi.useRealTimers();
  }
  const application = await apply(faculty);
  const returned = await move(voters[0], application, 'Draft', 'Please add the hotel.');
  const { firstDay, version } = returned.body.data;
  await committee.server.database.pool.query(
    `update grant_applications set first_submitted_at = now() - interval '90 days' where id = $1`,
    [application._id],
  );
  const first = (await faculty.send(readApplication, { params: { id: application._id } })).body.data.firstDay;
  expect(first < firstDay).toBe(true);
  const again = (start: string) =>
    faculty.send(editApplication, {
      params: { id: application._id },
      body: { ...sampleApplication, startDateOfProposedActivity: start, approvalStatus: 'Pending', version },
    });
  expect((await again('2020-01-01')).status).toBe(400);
  expect((await again(first)).status).toBe(200);
});

test('the list has everything for the committee, and only their own for everyone else', async () => {
  const { server, faculty, voters, it } = committee;
  const staff = await server.signIn('staff');
  const own = await apply(staff);
  const seen = async (
    client: typeof staff,
    query: { submittedBy?: string; approvalStatus?: 'Pending' } = {},
  ) => {
    const { body } = await client.send(listApplications, { query: { page: 1, pageSize: 100, ...query } });
    return new Set(body.data.map(({ submittedBy }) => submittedBy));
  };
  const both = new Set(['staff@sawtooth.example', 'faculty@sawtooth.example']);
  for (const client of [it, voters[0], await server.signIn('fgd')]) {
    expect(await seen(client)).toEqual(both);
    expect(await seen(client, { submittedBy: 'STAFF@' })).toEqual(new Set(['staff@sawtooth.example']));
  }
  expect(await seen(staff, { submittedBy: 'faculty@sawtooth.example' })).toEqual(new Set());
  expect(await seen(staff, { approvalStatus: 'Pending' })).toEqual(new Set(['staff@sawtooth.example']));
  expect(await seen(await server.signIn('student'))).toEqual(new Set());
  // A person's own address means only that person, although other addresses contain it.
  expect(await seen(it, { submittedBy: 'it@sawtooth.example' })).toEqual(new Set());
  for (const other of [faculty, await server.signIn('student')])
    expect((await other.send(readApplication, { params: { id: own._id } })).status).toBe(404);
});

test('an application still belongs to the person, whatever becomes of their address', async () => {
  const { server, faculty, voters } = committee;
  const own = await apply(faculty);
  expect(own.isOwn).toBe(true);
  const renamed = ['faculty@sawtooth.example', 'felix@sawtooth.example'];
  const rename = 'update people set email = $2 where email = $1';
  await server.database.pool.query(rename, renamed);
  onTestFinished(async () => void (await server.database.pool.query(rename, renamed.toReversed())));
  const isOwn = async (client: typeof faculty) =>
    (await client.send(readApplication, { params: { id: own._id } })).body.data.isOwn;
  expect(await isOwn(faculty)).toBe(true);
  // Someone else has the address now.
  await server.database.pool.query(rename, ['approver@sawtooth.example', renamed[0]]);
  onTestFinished(
    async () => void (await server.database.pool.query(rename, [renamed[0], 'approver@sawtooth.example'])),
  );
  expect(await isOwn(voters[0])).toBe(false);
});
