import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  applyForFunding,
  editApplication,
  listDrafts,
  readApplication,
  readApplicationForm,
  readDraft,
  removeDraft,
  saveDraft,
} from '../contract.ts';
import { sampleApplication } from './examples.ts';
import {
  apply,
  applyAndApprove,
  createTestCommittee,
  move,
  report,
  type TestCommittee,
} from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());
beforeEach(() => committee.server.database.pool.query('delete from grant_drafts'));

test('a draft is kept as typed, continued on another device, and ends with the submission', async () => {
  const { faculty, it, server } = committee;
  const params = { id: crypto.randomUUID() };
  const values = { titleOfProfessionalMeeting: 'Half a', miscCosts: '12,', researchProject: true };
  const first = await faculty.send(saveDraft, { params, body: { values } });
  expect(first.body.data.version).toBe(1);
  const other = await server.signIn('faculty');
  expect((await other.send(readDraft, { params })).body.data).toMatchObject({ values, version: 1 });
  // No one else, whatever permissions they have.
  for (const client of [it, committee.voters[0]]) {
    expect((await client.send(readDraft, { params })).body.data).toBeNull();
    expect((await client.send(saveDraft, { params, body: { values } })).status).toBe(404);
    expect((await client.send(removeDraft, { params })).status).toBe(404);
    expect((await client.send(listDrafts)).body.data).toEqual([]);
  }
  // The older tab is refused, and the newer text stays.
  const newer = { ...values, titleOfProfessionalMeeting: 'Half a title' };
  expect((await other.send(saveDraft, { params, body: { values: newer, version: 1 } })).status).toBe(200);
  for (const version of [{ version: 1 }, {}])
    expect((await faculty.send(saveDraft, { params, body: { values, ...version } })).status).toBe(409);
  expect((await faculty.send(listDrafts)).body.data).toMatchObject([{ title: 'Half a title' }]);
  const body = { ...sampleApplication, draft: params.id };
  const both = await Promise.all([
    other.send(applyForFunding, { body }),
    faculty.send(applyForFunding, { body }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await faculty.send(saveDraft, { params, body: { values, version: 2 } })).status).toBe(404);
  expect((await faculty.send(listDrafts)).body.data).toEqual([]);
});

test('a draft is saved and ends without touching the others of its owner', async () => {
  const { faculty } = committee;
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
  const save = (id: string, title: string, version?: number) =>
    faculty.send(saveDraft, {
      params: { id },
      body: { values: { titleOfProfessionalMeeting: title }, ...(version === undefined ? {} : { version }) },
    });
  for (const [at, id] of ids.entries()) await save(id, `Draft ${at}`);
  expect((await save(ids[0], 'Draft changed', 1)).status).toBe(200);
  const left = async () => (await faculty.send(listDrafts)).body.data.map(({ title }) => title).toSorted();
  expect(await left()).toEqual(['Draft 1', 'Draft 2', 'Draft changed']);
  expect((await faculty.send(removeDraft, { params: { id: ids[0] } })).status).toBe(204);
  expect(await left()).toEqual(['Draft 1', 'Draft 2']);
  const body = { ...sampleApplication, draft: ids[1] };
  expect((await faculty.send(applyForFunding, { body })).status).toBe(201);
  expect(await left()).toEqual(['Draft 2']);
});

test("of people who save drafts under one id at the same moment, one gets it, and for the others it doesn't exist", async () => {
  const { faculty, it, voters } = committee;
  const body = { values: { titleOfProfessionalMeeting: 'Mine' } };
  for (let time = 0; time < 10; time += 1) {
    const params = { id: crypto.randomUUID() };
    const saving = [faculty, it, ...voters].map((one) => one.send(saveDraft, { params, body }));
    const statuses = (await Promise.all(saving)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(statuses.length - 1).fill(404)]);
    for (const one of [faculty, it, ...voters]) await one.send(removeDraft, { params });
  }
});

test('a submission from an older tab does not end a draft that was saved elsewhere since then', async () => {
  const { faculty, voters } = committee;
  const save = (id: string, version?: number) =>
    faculty.send(saveDraft, {
      params: { id },
      body: { values: { miscCosts: '9' }, ...(version === undefined ? {} : { version }) },
    });
  const draft = crypto.randomUUID();
  await save(draft);
  await save(draft, 1);
  const submit = (draftVersion: number) =>
    faculty.send(applyForFunding, { body: { ...sampleApplication, draft, draftVersion } });
  const refused = { reason: 'stale-draft' };
  expect((await submit(1)).body).toMatchObject(refused);
  expect((await faculty.send(readDraft, { params: { id: draft } })).body.data?.version).toBe(2);
  const application = (await submit(2)).body.data;

  const params = { id: application._id };
  const { version } = (await move(voters[0], application, 'Draft', 'More, please.')).body.data;
  await save(application._id);
  const body = { ...sampleApplication, approvalStatus: 'Pending' as const, version };
  const again = (draftVersion: number) =>
    faculty.send(editApplication, { params, body: { ...body, draftVersion } });
  // 0: the form was opened before there was a draft.
  for (const seen of [0, 2]) expect((await again(seen)).body).toMatchObject(refused);
  expect((await faculty.send(readDraft, { params })).body.data?.version).toBe(1);
  expect((await again(1)).status).toBe(200);
  expect((await faculty.send(readDraft, { params })).body.data).toBeNull();
});

test('changes to a returned application are a draft under its id, and no one has more than twenty', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  const values = { miscCosts: '9' };
  const save = () => faculty.send(saveDraft, { params, body: { values } });
  expect((await save()).status).toBe(404);
  const { version } = (await move(voters[0], application, 'Draft', 'More, please.')).body.data;
  expect((await save()).status).toBe(200);
  expect((await faculty.send(listDrafts)).body.data).toEqual([]);
  const body = { ...sampleApplication, approvalStatus: 'Pending' as const, version };
  expect((await faculty.send(editApplication, { params, body })).status).toBe(200);
  expect((await faculty.send(readDraft, { params })).body.data).toBeNull();
  const many = await Promise.all(
    Array.from({ length: 22 }, () =>
      faculty.send(saveDraft, { params: { id: crypto.randomUUID() }, body: { values } }),
    ),
  );
  expect(many.filter(({ status }) => status === 200)).toHaveLength(20);
});

test('an applicant who may no longer apply can still draft and submit a resubmission and a final report', async () => {
  const { server, voters } = committee;
  const student = await server.signIn('student');
  const returned = await apply(committee.faculty);
  await move(voters[0], returned, 'Draft', 'More, please.');
  const approved = await applyAndApprove(committee);
  await server.database.pool.query(
    `update grant_applications set applicant_id = (select id from people where email = $1) where id = any($2)`,
    ['student@sawtooth.example', [returned._id, approved._id]],
  );
  expect((await student.send(readApplicationForm)).status).toBe(200);
  const values = { miscCosts: '9' };
  for (const { _id } of [returned, approved]) {
    const params = { id: _id };
    expect((await student.send(saveDraft, { params, body: { values } })).status).toBe(200);
    expect((await student.send(readDraft, { params })).body.data).toMatchObject({ values });
    expect((await student.send(removeDraft, { params })).status).toBe(204);
  }
  const params = { id: returned._id };
  const { can, version } = (await student.send(readApplication, { params })).body.data;
  expect(can.edit).toBe(true);
  const body = { ...sampleApplication, approvalStatus: 'Pending' as const, version };
  expect((await student.send(editApplication, { params, body })).status).toBe(200);
  expect((await report(student, approved)).status).toBe(201);
  const another = { params: { id: crypto.randomUUID() }, body: { values } };
  const refused = await student.send(saveDraft, another);
  expect([refused.status, refused.body]).toMatchObject([403, { reason: 'cannot-apply' }]);
});
