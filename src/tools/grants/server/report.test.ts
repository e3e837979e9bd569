import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { totalBelowZero } from '../contract/fields.ts';
import {
  addAttachments,
  downloadGrantFile,
  exportApplications,
  listDrafts,
  readApplication,
  readApplicationForm,
  readDraft,
  readGrantFigures,
  removeAttachment,
  saveDraft,
} from '../contract.ts';
import {
  apply,
  applyAndApprove,
  createTestCommittee,
  decide,
  move,
  report,
  type TestCommittee,
} from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

const read = async (client: TestClient, id: string) =>
  (await client.send(readApplication, { params: { id } })).body.data;
const waiting = async (client: TestClient, title: string) =>
  (await client.send(listWaiting)).body.data.filter((entry) => entry.title.includes(title));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('a report is due after the activity, returned once, accepted, and its amounts replace the approved ones', async () => {
  const { faculty, voters, it } = committee;
  const title = 'Meeting with a report';
  const days = { startDateOfProposedActivity: '2090-08-01', endDateOfProposedActivity: '2090-08-04' };
  const approved = await applyAndApprove(committee, { ...days, titleOfProfessionalMeeting: title });
  const id = approved._id;
  expect(await read(faculty, id)).toMatchObject({
    report: { state: 'Open', isDue: false, dueOn: '2090-09-03' },
    openReports: [],
  });
  expect(await waiting(faculty, title)).toEqual([]);
  // Long over, and in a fiscal year of its own.
  const moveToThePast = (application: string) =>
    committee.server.database.pool.query(
      `update grant_applications set starts_on = '2011-08-01', ends_on = '2011-08-04' where id = $1`,
      [application],
    );
  await moveToThePast(id);
  expect(await waiting(faculty, title)).toMatchObject([
    { title: `Submit the final report on “${title}”`, until: expect.any(String) },
  ]);
  const next = await apply(faculty, days);
  await moveToThePast(next._id);
  const open = [{ _id: id, title }];
  for (const client of [faculty, voters[0]])
    expect((await read(client, next._id)).openReports).toMatchObject(open);
  expect((await faculty.send(readApplicationForm)).body.data.openReports).toMatchObject(open);
  const left = async () => (await read(it, next._id)).balance;
  expect(await left()).toMatchObject({ received: 983.5, leftOfFund: 59_016.5 });

  const submitted = await report(faculty, approved, {}, ['hotel.txt', 'taxi.txt']);
  expect([submitted.status, submitted.text]).toEqual([201, expect.stringContaining('hotel.txt')]);
  expect(submitted.body.data).toMatchObject({
    // 380.25 + 35.5 + 360 + 150 + 120 - 100
    report: { state: 'Submitted', actual: { totalAmount: 945.75, publicTransportationCosts: 380.25 } },
    attachments: [{ isReceipt: true }, { isReceipt: true }],
    can: { report: false, removeReceipts: false },
  });
  expect(await waiting(faculty, title)).toEqual([]);
  for (const voter of voters)
    expect(await waiting(voter, title)).toMatchObject([{ title: `Check the final report on “${title}”` }]);
  // Nothing counts before it is accepted.
  expect(await left()).toMatchObject({ received: 983.5 });
  expect((await read(faculty, next._id)).openReports).toEqual([]);
  const nameless = await decide(voters[0], submitted.body.data, 'Returned');
  expect(nameless.body).toMatchObject({
    fields: { comment: 'Enter what is missing: the applicant reads it.' },
  });
  const returned = await decide(voters[0], submitted.body.data, 'Returned', 'The taxi is missing.');
  expect(returned.body.data).toMatchObject({ report: { state: 'Returned' }, can: { decideReport: false } });
  expect(await waiting(voters[1], title)).toEqual([]);
  expect(await waiting(faculty, title)).toHaveLength(1);
  const taxi = returned.body.data.attachments[1]?.id ?? '';
  expect((await faculty.send(removeAttachment, { params: { id: taxi } })).body.data.attachments).toHaveLength(
    1,
  );

  const again = await report(faculty, returned.body.data, { localTransportationCosts: '41' }, ['taxi.txt']);
  expect(again.body.data).toMatchObject({ report: { state: 'Submitted', actual: { totalAmount: 951.25 } } });
  const done = await decide(voters[1], again.body.data, 'Accepted');
  expect(done.body.data.report).toMatchObject({ state: 'Accepted' });
  expect(done.body.data.history.slice(-4).map(({ report: step, text }) => [step, text])).toEqual([
    ['Submitted', ''],
    ['Returned', 'The taxi is missing.'],
    ['Submitted', ''],
    ['Accepted', ''],
  ]);
  expect(await left()).toMatchObject({ received: 951.25, leftOfFund: 59_048.75 });
  const figures = (await it.send(readGrantFigures, { query: { year: '2012' } })).body.data;
  expect(figures).toMatchObject({
    spent: { applications: 1, amount: 951.25 },
    departments: [{ name: 'Biology', applications: 1, amount: 951.25 }],
    purposes: [{ amount: 951.25 }],
  });
  const csv = (await it.send(exportApplications, { query: { year: '2012' } })).text;
  expect(csv).toMatch(/totalAmount,finalReport,actualAmount,/);
  expect(csv).toContain('983.5,Accepted,951.25');
  // No move leads out of it.
  const end = done.body.data;
  expect((await report(faculty, end)).status).toBe(409);
  for (const state of ['Accepted', 'Returned'] as const)
    expect((await decide(voters[0], end, state, 'No.')).status).toBe(409);
});

test('a report on a canceled activity that was returned waits for the applicant before the activity would have ended', async () => {
  const { faculty, voters } = committee;
  const title = 'Canceled meeting';
  const approved = await applyAndApprove(committee, { titleOfProfessionalMeeting: title });
  const submitted = (await report(faculty, approved)).body.data;
  await decide(voters[0], submitted, 'Returned', 'Was the hotel refunded?');
  const [entry, ...others] = await waiting(faculty, title);
  expect([entry?.title, others]).toEqual([`Submit the final report on “${title}”`, []]);
  expect(Date.parse(entry?.since ?? '')).toBeLessThanOrEqual(Date.now());
});

test('the decision on a report leaves others as they are', async () => {
  const { faculty, voters } = committee;
  const [one, other] = [await applyAndApprove(committee), await applyAndApprove(committee)];
  const submitted = (await report(faculty, one)).body.data;
  await report(faculty, other);
  expect((await decide(voters[0], submitted, 'Accepted')).body.data.report).toMatchObject({
    state: 'Accepted',
  });
  expect((await read(faculty, other._id)).report).toMatchObject({ state: 'Submitted' });
});

test('only the applicant reports, only approvers decide, and no one on what is not theirs or not approved', async () => {
  const { faculty, voters, it, server } = committee;
  const pending = await apply(faculty);
  expect((await report(faculty, pending)).status).toBe(409);
  expect((await decide(voters[0], pending, 'Accepted')).status).toBe(409);
  const approved = await applyAndApprove(committee);
  const [staff, fgd] = [await server.signIn('staff'), await server.signIn('fgd')];
  expect((await decide(voters[0], approved, 'Accepted')).status).toBe(409);
  for (const [client, status] of [
    [staff, 404],
    [fgd, 403],
    [voters[0], 403],
    [server.visitor, 401],
  ] as const)
    expect((await report(client, approved, {}, ['mine.txt'])).status).toBe(status);
  const faults = [
    [{ miscCosts: '-5' }, { miscCosts: 'Enter an amount, such as 120 or 1,234.50, or 0 if there is none.' }],
    [
      { miscCosts: '1e308' },
      { miscCosts: 'Enter an amount, such as 120 or 1,234.50, or 0 if there is none.' },
    ],
    [{ housingCosts: '1000001' }, { housingCosts: 'Use at most 1,000,000.' }],
    [{ mealCosts: '1.005' }, { mealCosts: 'Use at most two decimals.' }],
    [{ amountOfAboveExpensesPaidFromOtherSources: '2000' }, { totalAmount: totalBelowZero }],
    [{ text: ' ' }, { text: 'Describe what came of it.' }],
  ] as const;
  for (const [changes, fields] of faults) {
    const answer = await report(faculty, approved, changes);
    expect([answer.status, (answer.body as { fields?: unknown }).fields]).toEqual([400, fields]);
  }
  // Twice at once, and from a page that someone left open.
  const twice = await Promise.all([report(faculty, approved), report(faculty, approved)]);
  expect(statuses(twice)).toEqual([201, 409]);
  const submitted = await read(faculty, approved._id);
  expect((await decide(voters[0], approved, 'Accepted')).status).toBe(409);
  for (const [client, status] of [
    [staff, 404],
    [fgd, 403],
    [faculty, 403],
    [it, 403],
  ] as const)
    expect((await decide(client, submitted, 'Accepted')).status).toBe(status);
  const decisions = [
    decide(voters[0], submitted, 'Accepted'),
    decide(voters[1], submitted, 'Returned', 'No.'),
  ];
  expect(statuses(await Promise.all(decisions))).toEqual([200, 409]);
});

test('a final report is kept while the applicant types it, until it is submitted, and again once it was returned', async () => {
  const { faculty, voters, server } = committee;
  const pending = await apply(faculty);
  const values = { text: 'Half a sent', housingCosts: '12,' };
  const save = (client: TestClient, id: string, version?: number) =>
    client.send(saveDraft, {
      params: { id },
      body: { values, ...(version === undefined ? {} : { version }) },
    });
  expect((await save(faculty, pending._id)).status).toBe(404);
  const approved = await applyAndApprove(committee);
  const params = { id: approved._id };
  for (const client of [await server.signIn('staff'), voters[0]])
    expect((await save(client, approved._id)).status).toBe(404);
  expect((await save(faculty, approved._id)).body.data.version).toBe(1);
  const phone = await server.signIn('faculty');
  expect((await phone.send(readDraft, { params })).body.data?.values).toEqual(values);
  expect((await faculty.send(listDrafts)).body.data).toEqual([]);
  // A tab that was opened before there was a draft does not end it.
  expect((await report(faculty, approved, { draftVersion: '0' })).body).toMatchObject({
    reason: 'stale-draft',
  });
  expect((await phone.send(readDraft, { params })).body.data?.values).toEqual(values);
  const submitted = (await report(faculty, approved, { draftVersion: '1' })).body.data;
  expect((await phone.send(readDraft, { params })).body.data).toBeNull();
  for (const version of [undefined, 1]) expect((await save(phone, approved._id, version)).status).toBe(404);
  const returned = (await decide(voters[0], submitted, 'Returned', 'The taxi is missing.')).body.data;
  // Submitted in one tab while another one saves: no draft survives it.
  expect((await save(phone, approved._id)).status).toBe(200);
  const [again, saved] = await Promise.all([report(faculty, returned), save(phone, approved._id, 1)]);
  expect([again.status, [200, 404]]).toEqual([201, expect.arrayContaining([saved.status])]);
  expect((await phone.send(readDraft, { params })).body.data).toBeNull();
  expect((await decide(voters[0], again.body.data, 'Accepted')).status).toBe(200);
  expect((await save(faculty, approved._id)).status).toBe(404);
});

test('no one else reads a receipt, and none is removed from what was submitted, or added once it is accepted', async () => {
  const { faculty, voters, server } = committee;
  const approved = await applyAndApprove(committee);
  const params = { id: approved._id };
  const file = { fileName: 'Early.txt', content: 'A receipt.', contentType: 'text/plain' };
  const add = () => faculty.send(addAttachments, { params, body: {}, files: { attachments: file } });
  const [early] = (await add()).body.data.attachments;
  const found = { params: { id: early?.id ?? '' } };
  expect(early).toMatchObject({ isReceipt: true });
  const staff = await server.signIn('staff');
  expect((await staff.send(downloadGrantFile, found)).status).toBe(404);
  for (const client of [faculty, voters[2]])
    expect((await client.send(downloadGrantFile, found)).text).toBe('A receipt.');
  expect((await voters[2].send(removeAttachment, found)).status).toBe(403);
  const submitted = (await report(faculty, approved)).body.data;
  expect((await faculty.send(removeAttachment, found)).status).toBe(409);
  expect((await add()).status).toBe(201);
  expect((await decide(voters[0], submitted, 'Accepted')).status).toBe(200);
  expect((await add()).status).toBe(409);
  expect((await move(faculty, { ...submitted, version: submitted.version + 1 }, 'Withdrawn')).status).toBe(
    409,
  );
});
