import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  addNote,
  answerTicket,
  changeTicket,
  closeTicket,
  downloadAttachment,
  mergeTicket,
  postIncident,
  rateTicket,
  readDeskTicket,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../contract.ts';
import { createRetention } from './retention.ts';
import { createTestDesk, submit, type TestDesk, ticketForm } from './testing/desk.ts';

let desk: TestDesk;
let student: TestClient;
let it: TestClient;

beforeAll(async () => {
  desk = await createTestDesk();
  student = await desk.server.signIn('student');
  it = await desk.server.signIn('it');
});
afterAll(() => desk.stop());

test('whether a solution helped is asked once it is solved, and only its requester says so', async () => {
  const { id } = await submit(student);
  const params = { id };
  await submit(student, { subject: 'Another one' });
  const rate = (client: TestClient, helped: boolean) => client.send(rateTicket, { params, body: { helped } });
  expect((await rate(student, true)).body).toMatchObject({ reason: 'not-solved' });
  await it.send(answerTicket, { params, body: { text: 'Done.', state: 'solved' } });
  expect((await rate(it, true)).status).toBe(404);
  expect((await rate(student, false)).body.data).toMatchObject({ helped: false, can: { rate: true } });
  expect((await rate(student, true)).body.data).toMatchObject({ helped: true });
  const rated = await desk.rows('select id from help_tickets where helped is not null');
  expect(rated).toEqual([{ id: params.id }]);
  expect((await it.send(readDeskTicket, { params })).body.data.helped).toBe(true);

  // The next solution is a different one.
  await student.send(replyToTicket, { params, body: { text: 'It is back.' } });
  expect((await it.send(readDeskTicket, { params })).body.data.helped).toBeNull();
  const solved = await it.send(answerTicket, { params, body: { text: 'And now?', state: 'solved' } });
  expect(solved.body.data.helped).toBeNull();
});

test('no one answers that endlessly', async () => {
  const volunteer = await desk.server.signIn('volunteer');
  const { id } = await submit(volunteer);
  const params = { id };
  await it.send(answerTicket, { params, body: { text: 'Done.', state: 'solved' } });
  const statuses: number[] = [];
  for (let time = 0; time < 62; time += 1)
    statuses.push((await volunteer.send(rateTicket, { params, body: { helped: time % 2 === 0 } })).status);
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
});

describe('merging', () => {
  test('moves messages, attachments, and notes into the other ticket, and leaves a link to it', async () => {
    const attachments = [{ fileName: 'a.txt', content: 'from the first' }];
    const sent = await student.send(submitTicket, { body: ticketForm, files: { attachments } });
    const one = sent.body.data;
    const other = await submit(student, { subject: 'The same again', description: 'Still no network.' });
    await it.send(addNote, { params: { id: one.id }, body: { text: 'Known.' } });
    await student.send(closeTicket, { params: { id: other.id } });
    const merged = await it.send(mergeTicket, { params: { id: one.id }, body: { into: other.number } });
    expect([merged.status, merged.body.data]).toMatchObject([
      200,
      { id: other.id, state: 'open', notes: [{ text: 'Known.' }] },
    ]);
    const texts = merged.body.data.messages.map(({ text }) => text).filter((text) => text !== '');
    expect(texts.toSorted()).toEqual([ticketForm.description, 'Still no network.'].toSorted());
    const file = merged.body.data.messages.flatMap((message) => message.attachments)[0];
    const download = await student.send(downloadAttachment, { params: { id: file?.id ?? '' } });
    expect(download.text).toBe('from the first');

    const params = { id: one.id };
    const left = (await student.send(readTicket, { params })).body.data;
    expect(left).toMatchObject({
      state: 'solved',
      isMerged: true,
      mergedInto: { id: other.id, number: other.number },
      can: { reply: false, rate: false },
    });
    expect((await student.send(replyToTicket, { params, body: { text: 'Here?' } })).body).toMatchObject({
      reason: 'merged',
    });
    expect((await it.send(addNote, { params, body: { text: 'Ask Iris.' } })).body).toMatchObject({
      reason: 'already-merged',
    });
    const again = { params: { id: other.id }, body: { into: one.number } };
    expect((await it.send(mergeTicket, again)).body).toMatchObject({ reason: 'already-merged' });
  });

  test.each([
    ['new', 'waiting', 'open'],
    ['open', 'solved', 'open'],
    ['waiting', 'solved', 'waiting'],
    ['waiting', 'new', 'new'],
    ['solved', 'waiting', 'waiting'],
  ] as const)('of one that is %s into one that is %s makes it %s', async (source, target, state) => {
    const volunteer = await desk.server.signIn('volunteer');
    const inState = async (wanted: 'new' | 'open' | 'waiting' | 'solved', days: number) => {
      const { id, number } = await submit(volunteer);
      if (wanted !== 'new')
        await it.send(answerTicket, { params: { id }, body: { text: 'Which one?', state: wanted } });
      await desk.rows(
        `update help_tickets set waiting_since = now() - make_interval(days => $2) where id = $1`,
        [id, days],
      );
      return { id, number };
    };
    const [from, into] = [await inState(source, 9), await inState(target, 3)];
    const merged = await it.send(mergeTicket, { params: { id: from.id }, body: { into: into.number } });
    expect(merged.body.data.state).toBe(state);
    // The side whose turn it is has been waiting just as long as before.
    const isOfSource = source !== 'solved' && !(source === 'waiting' && target === 'new');
    const days = (Date.now() - Date.parse(merged.body.data.waitingSince)) / 86_400_000;
    expect(Math.round(days)).toBe(isOfSource ? 9 : 3);
  });

  test('of two that are solved leaves as many days to reply as after a solution', async () => {
    const [one, other] = [await submit(student), await submit(student)];
    for (const { id } of [one, other]) await student.send(closeTicket, { params: { id } });
    await desk.rows(`update help_tickets set solved_at = now() - interval '2 years' where id = $1`, [
      other.id,
    ]);
    await it.send(mergeTicket, { params: { id: one.id }, body: { into: other.number } });
    const { body } = await student.send(readTicket, { params: { id: other.id } });
    expect(body.data).toMatchObject({ state: 'solved', can: { reopen: true } });
  });

  test('brings the known issue along', async () => {
    const issue = { title: 'No Wi-Fi in Hayman', text: 'We replace a switch.' };
    const { id: incident } = (await it.send(postIncident, { body: issue })).body.data;
    const one = await submit(student);
    const other = await submit(student);
    await it.send(changeTicket, { params: { id: one.id }, body: { incident } });
    const merged = await it.send(mergeTicket, { params: { id: one.id }, body: { into: other.number } });
    expect(merged.body.data).toMatchObject({ id: other.id, incident: { id: incident } });
  });

  test('is refused while another help desk works on one of them', async () => {
    const here = await submit(student);
    const there = await submit(student);
    await desk.rows(
      `update help_tickets set state = 'solved', solved_at = now(), handed_to = 'email',
      handed_at = now() where id = $1`,
      [there.id],
    );
    for (const [source, target] of [
      [here, there],
      [there, here],
    ] as const) {
      const refused = await it.send(mergeTicket, {
        params: { id: source.id },
        body: { into: target.number },
      });
      expect([refused.status, refused.body]).toMatchObject([409, { reason: 'handed-over' }]);
    }
  });

  test('is refused for tickets of two people, and for one with itself', async () => {
    const mine = await submit(student);
    const theirs = await submit(await desk.server.signIn('staff'));
    const params = { id: mine.id };
    const merge = (into: number) => it.send(mergeTicket, { params, body: { into } });
    expect((await merge(theirs.number)).body).toMatchObject({ reason: 'other-requester' });
    expect((await merge(mine.number)).status).toBe(400);
    expect((await merge(999_999)).body).toMatchObject({ reason: 'unknown-target' });
  });
});

test('a ticket is removed three years after it was solved, with its files; one that is open stays', async () => {
  const attachments = [{ fileName: 'old.txt', content: 'old' }];
  const sent = await student.send(submitTicket, { body: ticketForm, files: { attachments } });
  const old = sent.body.data.id;
  const recent = (await submit(student)).id;
  const open = (await submit(student)).id;
  for (const id of [old, recent]) await student.send(closeTicket, { params: { id } });
  const age = `update help_tickets set created_at = now() - interval '9 years',
    solved_at = case when state = 'solved' then now() - $2::interval end where id = $1`;
  await desk.rows(age, [old, '3 years 1 day']);
  await desk.rows(age, [recent, '2 years 364 days']);
  await desk.rows(age, [open, '0']);
  const files = async () => (await desk.rows('select count(*)::int as files from stored_files'))[0]?.files;
  const before = await files();
  const { platform } = desk.server.quad;
  const services = { keepYears: 3, stored: platform.files };
  const context = { log: platform.log, signal: new AbortController().signal };
  expect(await createRetention(platform, services).run({}, context)).toBe('Removed 1 tickets.');
  const left = await desk.rows('select id from help_tickets where id = any($1)', [[old, recent, open]]);
  expect(left.map(({ id }) => id).toSorted()).toEqual([recent, open].toSorted());
  expect(await files()).toBe(before - 1);
});

test('a ticket that the desk reopens while old ones are being removed stays', async () => {
  const { id } = await submit(student);
  await student.send(closeTicket, { params: { id } });
  await desk.rows(`update help_tickets set solved_at = now() - interval '4 years' where id = $1`, [id]);
  const { platform } = desk.server.quad;
  const change = overtake(platform.change, () =>
    it.send(answerTicket, { params: { id }, body: { text: 'It is back.', state: 'open' } }),
  );
  const job = createRetention({ ...platform, change }, { keepYears: 3, stored: platform.files });
  const context = { log: platform.log, signal: new AbortController().signal };
  expect(await job.run({}, context)).toBe('Removed 0 tickets.');
  expect((await student.send(readTicket, { params: { id } })).body.data.state).toBe('open');
});
