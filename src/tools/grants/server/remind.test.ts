import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { Holder } from '../../../platform/server/belongings/belongings.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { addApprover, declineApplication, recuseFromApplication } from '../contract.ts';
import { grantBelongings } from './belongings.ts';
import { createReminderEmail, createReminders } from './remind.ts';
import { findOverdue, selectOverdue } from './remind-queries.ts';
import {
  apply,
  applyAndApprove,
  approve,
  createTestCommittee,
  decide,
  endActivity,
  move,
  report,
  type TestCommittee,
} from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createOldCommittee();
});
afterAll(() => committee.server.stop());
beforeEach(() => committee.server.database.pool.query('delete from grant_applications'));

/** It was there before anything that is waiting for it. */
async function createOldCommittee(): Promise<TestCommittee> {
  const old = await createTestCommittee();
  await old.server.database.pool.query("update grant_approvers set created_at = now() - interval '1 year'");
  return old;
}

const settings = { reminders: { votes: 7, returned: 14, reports: 30 }, timeZone: 'America/Boise' };

test('everyone is reminded once of what has been waiting too long for them, and no one of what has not', async () => {
  const { faculty, voters, server } = committee;
  const { platform } = server.quad;
  const { pool } = server.database;
  const age = (id: string, days: number) =>
    pool.query(
      `update grant_applications set submitted_at = now() - make_interval(days => $2::int),
         changed_at = now() - make_interval(days => $2::int) where id = $1`,
      [id, days],
    );
  const [old, fresh, returned] = [await apply(faculty), await apply(faculty), await apply(faculty)];
  await approve(voters[0], old);
  await voters[1].send(recuseFromApplication, { params: { id: old._id }, body: {} });
  await move(voters[0], returned, 'Draft', 'Please add the hotel.');
  await age(old._id, 8);
  await age(fresh._id, 6);
  await age(returned._id, 15);
  const [due, reported, early] = [
    await applyAndApprove(committee),
    await applyAndApprove(committee),
    await applyAndApprove(committee),
  ];
  await report(faculty, reported);
  await endActivity(server, due._id, 31);
  await endActivity(server, reported._id, 31);
  await endActivity(server, early._id, 28);

  const found = await selectOverdue(platform.reader, settings, 100);
  expect(found.map(({ kind, application_id, email }) => [kind, application_id, email]).toSorted()).toEqual([
    ['report', due._id, 'faculty@sawtooth.example'],
    ['returned', returned._id, 'faculty@sawtooth.example'],
    ['vote', old._id, 'approver3@sawtooth.example'],
  ]);
  const { log } = platform;
  const context = { log, signal: new AbortController().signal };
  const job = createReminders(platform, settings);
  const counts = await Promise.all([job.run({}, context), job.run({}, context)]);
  const sent = counts.map((said) => Number(/\d+/.exec(said ?? '')?.[0]));
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(3);
  expect(await job.run({}, context)).toBe('Sent 0 reminders.');
  const { rows } = await pool.query(
    `select after->>'reminder' as kind from audit_entries
     where action = 'grant-application.remind' and actor_kind = 'system' and subject_id = any($1)`,
    [[old._id, returned._id, due._id]],
  );
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['report', 'returned', 'vote']);

  // Someone votes before the email goes out.
  const vote = found.find(({ kind }) => kind === 'vote');
  if (vote === undefined) throw new Error('A vote waits.');
  expect(await findOverdue(platform.reader, settings, vote)).toBeDefined();
  await approve(voters[2], old);
  const { application_id: applicationId, version, seat_id: seatId } = vote;
  const said = await createReminderEmail(platform, settings).run({ applicationId, version, seatId }, context);
  expect(said).toBe('It is no longer waiting for this person, so no email was sent.');
  // A college that wants none of them.
  expect(await selectOverdue(platform.reader, { ...settings, reminders: {} }, 100)).toEqual([]);
});

test('approvers are reminded of what all have voted on, and applicants of a report that was returned early', async () => {
  const { faculty, voters, server } = committee;
  const { platform } = server.quad;
  const { pool } = server.database;
  const job = createReminders(platform, settings);
  const context = { log: platform.log, signal: new AbortController().signal };
  const torn = await apply(faculty);
  await pool.query("update grant_applications set submitted_at = now() - interval '8 days' where id = $1", [
    torn._id,
  ]);
  // Being reminded of the vote does not rule out a reminder of the move.
  expect(await job.run({}, context)).toBe('Sent 3 reminders.');
  await approve(voters[0], torn);
  await approve(voters[1], torn);
  await voters[2].send(declineApplication, { params: { id: torn._id }, body: { reason: 'It is online.' } });
  const approved = await applyAndApprove(committee);
  const submitted = (await report(faculty, approved)).body.data;
  await decide(voters[0], submitted, 'Returned', 'Was the hotel refunded?');
  expect(await selectOverdue(platform.reader, settings, 100)).toEqual([]);
  await pool.query("update grant_votes set at = at - interval '8 days' where application_id = $1", [
    torn._id,
  ]);
  await pool.query(
    "update grant_reports set changed_at = changed_at - interval '31 days' where application_id = $1",
    [approved._id],
  );
  const found = await selectOverdue(platform.reader, settings, 100);
  expect(found.map(({ kind, email }) => `${kind} ${email}`).toSorted()).toEqual([
    'differ approver2@sawtooth.example',
    'differ approver3@sawtooth.example',
    'differ approver@sawtooth.example',
    'report faculty@sawtooth.example',
  ]);
  const sent: string[] = [];
  const mail = { ...platform.mail, send: async ({ text }: Email) => `${sent.push(text)}` };
  const { version } = found.find(({ kind }) => kind === 'report') ?? {};
  const reminded = { applicationId: approved._id, version, seatId: null };
  await createReminderEmail({ ...platform, mail }, settings).run(reminded, context);
  expect(sent).toEqual([
    expect.stringMatching(
      /^The committee returned your final report on “.+”\. Change it and submit it again\.\n/,
    ),
  ]);
  expect(await job.run({}, context)).toBe('Sent 4 reminders.');
  expect(await job.run({}, context)).toBe('Sent 0 reminders.');
});

test("a reminder goes to an approver's current address", async () => {
  const { faculty, server } = committee;
  const { pool } = server.database;
  const { _id } = await apply(faculty);
  await pool.query("update grant_applications set submitted_at = now() - interval '8 days' where id = $1", [
    _id,
  ]);
  const rename = (before: string, after: string) =>
    pool.query('update people set email = $2 where email = $1', [before, after]);
  await rename('approver@sawtooth.example', 'abel@sawtooth.example');
  onTestFinished(async () => {
    await rename('abel@sawtooth.example', 'approver@sawtooth.example');
  });
  const found = await selectOverdue(server.quad.platform.reader, settings, 100);
  const emails = found.filter(({ application_id }) => application_id === _id).map(({ email }) => email);
  expect(emails.toSorted()).toEqual([
    'abel@sawtooth.example',
    'approver2@sawtooth.example',
    'approver3@sawtooth.example',
  ]);
});

test('someone who gets a seat is reminded after their own days, and a blocked approver once they are back', async () => {
  const { faculty, it, server } = await createOldCommittee();
  onTestFinished(() => server.stop());
  const { platform } = server.quad;
  const { pool } = server.database;
  const { _id } = await apply(faculty);
  await pool.query("update grant_applications set submitted_at = now() - interval '60 days' where id = $1", [
    _id,
  ]);
  const block = (isBlocked: boolean) =>
    pool.query("update people set disabled = $1 where email = 'approver3@sawtooth.example'", [isBlocked]);
  const waiting = async () => {
    const found = await selectOverdue(platform.reader, settings, 100);
    return found.map(({ email }) => email).toSorted();
  };
  await block(true);
  expect(await waiting()).toEqual(['approver2@sawtooth.example', 'approver@sawtooth.example']);
  const context = { log: platform.log, signal: new AbortController().signal };
  await createReminders(platform, settings).run({}, context);
  expect(await waiting()).toEqual([]);

  await server.signIn('staff');
  const known = async (email: string): Promise<Holder> => {
    const { rows } = await pool.query('select id, name, email from people where email = $1', [email]);
    return { ...rows[0], groups: [], permissions: new Set() };
  };
  const from = await known('approver2@sawtooth.example');
  const to = await known('staff@sawtooth.example');
  const seats = grantBelongings.find(({ kind }) => kind === 'grants.seats');
  const key = (await seats?.list(platform.reader, from))?.[0]?.key ?? '';
  const change = platform.change.changeAsSystem('test');
  const handedOver = await change(async (unit) => {
    unit.demand(byPermission);
    return seats?.handOver?.({ unit, by: {} as PersonActor, from, to, key });
  });
  expect(handedOver).toBe(true);
  await it.send(addApprover, { body: { fullName: 'Nora Field', email: 'nora.field@sawtooth.example' } });
  expect(await waiting()).toEqual([]);
  await pool.query("update grant_approvers set created_at = created_at - interval '8 days'");
  expect(await waiting()).toEqual(['nora.field@sawtooth.example', 'staff@sawtooth.example']);
  await block(false);
  expect(await waiting()).toEqual([
    'approver3@sawtooth.example',
    'nora.field@sawtooth.example',
    'staff@sawtooth.example',
  ]);
});
