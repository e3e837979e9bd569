import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AffectedApplication } from '../contract/shapes.ts';
import {
  addApprover,
  approveApplication,
  declineApplication,
  editApplication,
  listApprovers,
  readApplication,
  readApproverEffects,
  recuseFromApplication,
  removeApprover,
} from '../contract.ts';
import { sampleApplication } from './examples.ts';
import { apply, approve, createTestCommittee, move, type TestCommittee } from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

const read = async (id: string) => (await committee.it.send(readApplication, { params: { id } })).body.data;
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();
const resubmit = (version: number, changes = {}) => ({
  ...sampleApplication,
  ...changes,
  approvalStatus: 'Pending' as const,
  version,
});

test('three votes approve, a resubmission voids them, and history keeps them', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  expect((await move(voters[0], application, 'Approved')).status).toBe(409);
  for (const voter of voters.slice(0, 2)) expect((await approve(voter, application)).status).toBe(201);
  expect((await read(application._id)).approvers).toEqual([
    { fullName: 'Abel Provance', email: 'approver@sawtooth.example', required: true },
    { fullName: 'Beatrix Alderway', email: 'approver2@sawtooth.example', required: true },
  ]);
  const returned = await move(voters[2], application, 'Draft', 'Please add the hotel.');
  expect(returned.body.data).toMatchObject({
    approvalStatus: 'Draft',
    can: { vote: false, moveToDraft: false },
  });
  const { version } = returned.body.data;
  const again = await faculty.send(editApplication, {
    params,
    body: resubmit(version, { housingCosts: 400 }),
  });
  expect(again.body.data).toMatchObject({ approvalStatus: 'Pending', totalAmount: 1_023.5, approvers: [] });
  // What the applicant sees of the history: no votes.
  expect(again.body.data.history.map(({ state, text }) => [state, text])).toEqual([
    ['Pending', ''],
    ['Draft', 'Please add the hotel.'],
    ['Pending', ''],
  ]);
  for (const voter of voters) expect((await approve(voter, again.body.data)).status).toBe(201);
  const done = await move(voters[1], again.body.data, 'Approved');
  expect(done.body.data).toMatchObject({ approvalStatus: 'Approved' });
  const votes = done.body.data.history.filter(({ vote }) => vote !== null);
  expect(votes.map(({ isVoid }) => isVoid)).toEqual([true, true, false, false, false]);
  // No move leads out of it.
  for (const state of ['Draft', 'Declined', 'Withdrawn', 'Approved'] as const)
    for (const client of [voters[0], faculty])
      expect((await move(client, done.body.data, state, 'Because.')).status).toBeGreaterThanOrEqual(403);
});

test('a vote reads its application once, and what it responds with once', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  const asking = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asking.mockRestore());
  const answer = await approve(voters[0], application);
  const asked = asking.mock.calls.map(([config]: unknown[], index) => ({
    text: typeof config === 'string' ? config : String((config as { text?: string }).text),
    connection: asking.mock.contexts[index],
  }));
  // Jobs query on other connections at the same time.
  const vote = asked.find(({ text }) => text.startsWith('insert into "grant_votes"'));
  const texts = asked.filter(({ connection }) => connection === vote?.connection).map(({ text }) => text);
  const within = texts.slice(texts.lastIndexOf('begin', texts.indexOf(vote?.text ?? '')));
  const ours = within.slice(0, within.indexOf('commit')).filter((text) => /\bgrant_/.test(text));
  expect(answer.body.data.approvers).toHaveLength(1);
  // Application, list, votes, recusals, report, the vote; attachments, missing reports, messages, sums.
  expect(ours).toHaveLength(10);
});

test('L01: no one but the committee moves, no one but the applicant edits, and extra fields do nothing', async () => {
  const { server, faculty, voters, it } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  const fgd = await server.signIn('fgd');
  for (const client of [faculty, it, fgd])
    for (const state of ['Approved', 'Draft', 'Declined'] as const)
      expect((await move(client, application, state, 'Because.')).status).toBe(403);
  expect((await move(await server.signIn('staff'), application, 'Approved')).status).toBe(404);
  expect((await move(voters[0], application, 'Withdrawn')).status).toBe(403);
  const { version } = (await move(voters[0], application, 'Draft')).body.data;
  for (const client of [voters[0], it])
    expect((await client.send(editApplication, { params, body: resubmit(version) })).status).toBe(403);
  const extra = {
    _id: crypto.randomUUID(),
    approvers: [{ fullName: 'Me' }],
    submittedBy: 'it@sawtooth.example',
  };
  const body = { ...resubmit(version), ...extra } as never;
  expect((await faculty.send(editApplication, { params, body })).body.data).toMatchObject({
    _id: application._id,
    submittedBy: 'faculty@sawtooth.example',
    approvers: [],
  });
});

test('L02: one person votes once, however many tabs there are', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  const answers = await Promise.all(Array.from({ length: 10 }, () => approve(voters[0], application)));
  expect(statuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect((await read(application._id)).approvers).toHaveLength(1);
});

test('L02: moves and an edit at the same moment leave one state, and the others are refused', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  await approve(voters[0], application);
  expect(
    statuses(await Promise.all([approve(voters[1], application), approve(voters[2], application)])),
  ).toEqual([201, 201]);
  const moves = await Promise.all([
    move(voters[0], application, 'Approved'),
    move(voters[1], application, 'Draft', 'Please wait.'),
    move(faculty, application, 'Withdrawn'),
    move(voters[2], application, 'Approved'),
  ]);
  expect(statuses(moves)).toEqual([200, 409, 409, 409]);
  const returned = await apply(faculty);
  const { version } = (await move(voters[0], returned, 'Draft')).body.data;
  const params = { id: returned._id };
  const edits = await Promise.all([
    faculty.send(editApplication, { params, body: resubmit(version, { miscCosts: 1 }) }),
    faculty.send(editApplication, { params, body: resubmit(version, { miscCosts: 2 }) }),
    approve(voters[0], { ...returned, version }),
  ]);
  expect(statuses(edits)).toEqual([200, 409, 409]);
});

test("L03: the vote is the session's, from someone with a seat, and never on their own application", async () => {
  const { server, it, faculty, voters } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  const as = (email: string) => voters[0].send(approveApplication, { params, body: { email } });
  expect((await as('approver2@sawtooth.example')).status).toBe(403);
  const own = await apply(voters[0]);
  expect((await approve(voters[0], own)).status).toBe(403);
  expect((await move(voters[0], own, 'Draft')).status).toBe(403);
  for (const voter of voters.slice(1)) await approve(voter, own);
  expect((await move(voters[1], own, 'Approved')).status).toBe(200);
  // A seat without any group gives access, including the vote; without the seat, it is gone.
  const seat = { fullName: 'Noor Grimsby', email: ' NoGroups@sawtooth.example ' };
  const { _id } = (await it.send(addApprover, { body: seat })).body.data;
  const guest = await server.signIn('nogroups');
  expect((await approve(guest, application)).status).toBe(201);
  expect((await it.send(removeApprover, { params: { id: _id } })).status).toBe(204);
  expect((await approve(guest, application)).status).toBe(404);
  expect((await read(application._id)).votes?.map(({ vote }) => vote)).toEqual([null, null, null]);
  const { rows } = await server.database.pool.query(
    'select p.name from audit_entries e join people p on p.id::text = e.about where e.subject_id = $1',
    [_id],
  );
  expect(rows).toContainEqual({ name: 'Noor Grimsby' });
});

test('all decline: declined with a reason; votes that differ leave Draft and Withdrawn', async () => {
  const { faculty, voters } = committee;
  const application = await apply(faculty);
  const params = { id: application._id };
  const decline = (voter: (typeof voters)[0]) =>
    voter.send(declineApplication, {
      params,
      body: { reason: 'It is online.', version: application.version },
    });
  await decline(voters[0]);
  await decline(voters[1]);
  expect((await move(voters[0], application, 'Declined', 'It is online.')).status).toBe(409);
  // The third takes no part: the other two decide.
  const recusal = { params, body: { version: application.version } };
  expect((await voters[2].send(recuseFromApplication, recusal)).status).toBe(201);
  expect((await approve(voters[2], application)).status).toBe(409);
  expect((await move(voters[0], application, 'Declined')).body).toMatchObject({
    fields: { comment: 'Enter a reason: the applicant reads it.' },
  });
  const declined = await move(voters[0], application, 'Declined', 'It is online.');
  expect(declined.body.data).toMatchObject({ approvalStatus: 'Declined' });

  const torn = await apply(faculty);
  await approve(voters[0], torn);
  await voters[1].send(declineApplication, { params: { id: torn._id }, body: { reason: 'No.' } });
  await approve(voters[2], torn);
  expect((await read(torn._id)).votesDiffer).toBe(true);
  for (const state of ['Approved', 'Declined'] as const)
    expect((await move(voters[0], torn, state, 'No.')).status).toBe(409);
  expect((await move(faculty, torn, 'Withdrawn')).body.data.approvalStatus).toBe('Withdrawn');
});

test('applicants learn nothing of the votes on their own application, whatever seat and groups they have', async () => {
  const { server, it, faculty, voters } = committee;
  // With a seat, with a group that sees all applications, and with neither.
  for (const applicant of [voters[0], it, faculty]) {
    const own = await apply(applicant);
    const params = { id: own._id };
    await approve(voters[1], own);
    await voters[2].send(declineApplication, { params, body: { reason: 'It is online.' } });
    const { body } = await applicant.send(readApplication, { params });
    expect(body.data).toMatchObject({
      votes: null,
      balance: null,
      votesDiffer: false,
      can: { decide: false },
    });
    expect(body.data.history.map(({ vote }) => vote)).toEqual([null]);
    expect(JSON.stringify(body)).not.toContain('It is online.');
    // Everyone else on the committee reads them.
    for (const other of [await server.signIn('fgd'), voters[1]])
      expect((await other.send(readApplication, { params })).body.data).toMatchObject({
        votesDiffer: true,
        history: [{ vote: null }, { vote: 'approve' }, { vote: 'decline', text: 'It is online.' }],
      });
  }
});

test('the list of approvers has no one twice, and says what the loss of a seat changes', async () => {
  const { it, faculty, voters } = committee;
  for (const email of [
    'approver@sawtooth.example',
    'APPROVER@Sawtooth.example',
    '  approver@sawtooth.example ',
  ])
    expect((await it.send(addApprover, { body: { fullName: 'Twice', email } })).status).toBe(409);
  const application = await apply(faculty, { titleOfProfessionalMeeting: 'The one that waits' });
  const fresh = await apply(faculty, { titleOfProfessionalMeeting: 'The fresh one' });
  const bad = await apply(faculty, { titleOfProfessionalMeeting: 'The bad one' });
  for (const voter of voters.slice(0, 2)) {
    await approve(voter, application);
    await voter.send(declineApplication, { params: { id: bad._id }, body: { reason: 'No.' } });
  }
  const { data: seats } = (await it.send(listApprovers)).body;
  const effectsWithout = async (name: string) => {
    const id = seats.find(({ email }) => email === `${name}@sawtooth.example`)?._id ?? '';
    const { data } = (await it.send(readApproverEffects, { params: { id } })).body;
    return data.filter(({ _id }) => [application, fresh, bad].some((one) => one._id === _id));
  };
  const applicant = 'Felix Carraway';
  const named = (becomes: readonly AffectedApplication['becomes'][]) =>
    [application, fresh, bad].map(({ _id, titleOfProfessionalMeeting: title }, at) => ({
      _id,
      title,
      applicant,
      becomes: becomes[at],
    }));
  expect(await effectsWithout('approver3')).toEqual(
    named(['can-be-approved', 'waits-for-others', 'can-be-declined']),
  );
  expect(await effectsWithout('approver')).toEqual(
    named(['loses-the-vote', 'waits-for-others', 'loses-the-vote']),
  );
  for (const { _id } of seats) await it.send(removeApprover, { params: { id: _id } });
  onTestFinished(async () => {
    for (const { fullName, email } of seats) await it.send(addApprover, { body: { fullName, email } });
  });
  expect(await read(application._id)).toMatchObject({ noOneLeft: true, votes: [] });
  expect((await faculty.send(readApplication, { params: { id: application._id } })).body.data).toMatchObject({
    approvers: [{ fullName: 'Abel Provance' }, { fullName: 'Beatrix Alderway' }],
  });
});
