import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { whileHeld } from '../../../platform/server/testing/other-transaction.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import {
  cancelPoster,
  downloadPoster,
  listMyPosters,
  listPosterQueue,
  movePoster,
  readPoster,
  readPosterForm,
  replyAboutPoster,
} from '../contract.ts';
import { drawPdf } from './draw-pdf.ts';
import {
  createTestMailRoom,
  goodPdf,
  patience,
  sendPoster,
  submit,
  type TestMailRoom,
} from './testing/mail-room.ts';

let room: TestMailRoom;
let student: TestClient;
let mailRoom: TestClient;

beforeAll(async () => {
  room = await createTestMailRoom();
  [student, mailRoom] = [await room.server.signIn('student'), await room.server.signIn('mailroom')];
});
afterAll(() => room.stop());

const sheet = (width: number, height: number) =>
  drawPdf({ pages: [{ media: [0, 0, width * 72, height * 72] }] });

test('F03: only a whole number of copies from 1 to 100 is accepted', async () => {
  for (const numberOfCopies of ['0', '-1', '1e9', '1000000000', '1.5', '２', '', '101', 'NaN', '0x5']) {
    const refused = await sendPoster(student, { numberOfCopies });
    expect([numberOfCopies, refused.status]).toEqual([numberOfCopies, 400]);
    expect(refused.body).toMatchObject({ fields: { numberOfCopies: 'Enter a whole number from 1 to 100.' } });
  }
  expect((await submit(student, { numberOfCopies: '100' })).numberOfCopies).toBe(100);
  expect((await submit(student, { numberOfCopies: '2' })).numberOfCopies).toBe(2);
});

test('a poster of the wrong size, or that is not a PDF, is refused at its field, and nothing of it is stored', {
  tags: 'long',
}, async () => {
  const before = room.stored();
  const faultOf = async (content: Uint8Array<ArrayBuffer>) => {
    const { status, body } = await sendPoster(student, { content });
    return [status, (body as unknown as { fields: Record<string, string> }).fields.attachment];
  };
  const allowed = 'A poster has to be between 17 x 11 and 56 x 35 inches, in either orientation.';
  expect(await faultOf(sheet(8.5, 11))).toEqual([
    400,
    `This PDF is 8.5 x 11 inches. ${allowed} Print to PDF often shrinks a poster to 8.5 x 11 inches: export or save it as a PDF instead, at its full size.`,
  ]);
  expect((await faultOf(sheet(56.2, 35)))[1]).toContain('This PDF is 56.2 x 35 inches.');
  expect((await faultOf(sheet(36, 36)))[1]).toContain('This PDF is 36 x 36 inches.');
  const onlyPdf = 'You may only upload a PDF. Please see the instructions at the top of this page.';
  expect(await faultOf(new Uint8Array(Buffer.from('Just text, no PDF.')))).toEqual([415, onlyPdf]);
  expect((await faultOf(goodPdf.slice(0, 40)))[1]).toContain('damaged');
  // An eighth of an inch is nothing at this size.
  for (const [width, height] of [
    [16.875, 10.875],
    [35.125, 56.125],
  ] as const)
    expect((await sendPoster(student, { content: sheet(width, height) })).status).toBe(201);
  expect(room.stored() - before).toBe(2);
});

test('from the request to the counter: each step is emailed, and no one else sees it', async () => {
  const poster = await submit(student, {
    fileName: 'Dark Skies.pdf',
    notes: 'Thank you.',
    department: 'Physics',
  });
  expect(poster).toMatchObject({ state: 'received', width: 36, height: 24, fileName: 'Dark Skies.pdf' });
  const params = { id: poster.id };
  const staff = await room.server.signIn('staff');
  for (const call of [readPoster, downloadPoster])
    expect((await staff.send(call, { params })).status).toBe(404);
  expect((await staff.send(movePoster, { params, body: { state: 'printing' } })).status).toBe(403);
  const got = await mailRoom.send(downloadPoster, { params });
  expect([got.status, got.headers['content-type']]).toEqual([200, 'application/pdf']);

  const ask = { state: 'question', text: 'Matte or glossy?', version: 1 } as const;
  expect((await mailRoom.send(movePoster, { params, body: { state: 'question' } })).status).toBe(400);
  expect((await mailRoom.send(movePoster, { params, body: ask })).body.data.state).toBe('question');
  const waiting = async (client: TestClient) =>
    (await client.send(listWaiting)).body.data.map(({ title }) => title);
  const answerIt = `Answer the mail room about poster #${poster.number}`;
  expect(await waiting(student)).toContain(answerIt);
  const regroup = (groups: string) =>
    room.server.database.pool.query(
      `update identities set groups = $1 where subject = 'student@sawtooth.example'`,
      [groups],
    );
  await regroup('{}');
  const refused = await student.send(replyAboutPoster, { params, body: { text: 'Me' } });
  const waitsNow = await waiting(student);
  await regroup('{Domain-Student}');
  expect(refused.status).toBe(403);
  expect(waitsNow).not.toContain(answerIt);
  // Two people at the counter: the second has seen an older request.
  expect((await mailRoom.send(movePoster, { params, body: { state: 'printing', version: 1 } })).status).toBe(
    409,
  );
  expect((await student.send(cancelPoster, { params })).status).toBe(409);
  expect((await staff.send(replyAboutPoster, { params, body: { text: 'Me' } })).status).toBe(404);
  const reply = await student.send(replyAboutPoster, { params, body: { text: 'Glossy.' } });
  expect([reply.status, reply.body.data.state]).toEqual([201, 'received']);
  expect(await waiting(mailRoom)).toContainEqual(expect.stringMatching(/^Print (a poster|\d+ posters)$/));
  for (const state of ['printing', 'ready', 'picked-up'] as const) {
    const moved = await mailRoom.send(movePoster, { params, body: { state } });
    expect([moved.status, moved.body.data.state]).toEqual([200, state]);
  }
  const late = await mailRoom.send(movePoster, { params, body: { state: 'printing' } });
  expect(late).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/changed in the meantime/) },
  });
  expect(reply.body.data.messages.map(({ text, state }) => [text, state])).toEqual([
    ['', 'received'],
    ['Matte or glossy?', 'question'],
    ['Glossy.', 'received'],
  ]);
  const told = async () =>
    (await room.emails())
      .filter(({ subject }) => subject === `[Quad] Poster #${poster.number}: Dark Skies.pdf`)
      .map(({ to, text }) => `${to?.[0]?.address} ${text?.split('\n')[0]}`)
      .toSorted();
  await expect
    .poll(told, patience)
    .toEqual([
      'student@sawtooth.example The mail room has a question about your poster. It is waiting for your answer:',
      "student@sawtooth.example We received your poster request. You'll get another email when its status changes.",
      'student@sawtooth.example Your poster is being printed.',
      'student@sawtooth.example Your poster is ready. Pick it up at the Mail & Copy Center.',
      'student@sawtooth.example Your poster was picked up.',
    ]);
});

test('a request marked as picked up by mistake can be made ready again, and the requester gets an email', async () => {
  const { id, number } = await submit(student, { fileName: 'Still here.pdf' });
  const params = { id };
  const move = (state: 'printing' | 'ready' | 'picked-up', version: number) =>
    mailRoom.send(movePoster, { params, body: { state, version } });
  const told = async () =>
    (await room.emails())
      .filter(({ subject }) => subject === `[Quad] Poster #${number}: Still here.pdf`)
      .map(({ text }) => text?.split('\n')[0]);
  await move('printing', 1);
  await move('ready', 2);
  expect((await move('picked-up', 3)).body.data.next).toEqual(['ready']);
  await expect.poll(told, patience).toContain('Your poster was picked up.');
  expect((await move('printing', 4)).status).toBe(409);
  expect((await move('ready', 3)).status).toBe(409);
  const back = await move('ready', 4);
  expect([back.status, back.body.data.state]).toEqual([200, 'ready']);
  await expect
    .poll(told, patience)
    .toContain(
      'Your poster was marked as picked up by mistake. It is still ready at the Mail & Copy Center.',
    );
  expect((await student.send(listWaiting)).body.data).toContainEqual(
    expect.objectContaining({ title: `Pick up poster #${number}` }),
  );
  const audited = await room.server.database.pool.query(
    `select before ->> 'state' as before, after ->> 'state' as after from audit_entries
     where subject_id = $1 and action = 'poster-request.move' order by at desc, id desc limit 1`,
    [id],
  );
  expect(audited.rows).toEqual([{ before: 'picked-up', after: 'ready' }]);
});

test('after an answer to a question during printing, printing continues, and nothing can be canceled', async () => {
  const params = { id: (await submit(student)).id };
  for (const body of [{ state: 'printing' }, { state: 'question', text: 'Is the gray meant?' }] as const)
    expect((await mailRoom.send(movePoster, { params, body })).status).toBe(200);
  const { body } = await student.send(replyAboutPoster, { params, body: { text: 'Yes.' } });
  expect(body.data).toMatchObject({ state: 'printing', can: { cancel: false } });
  expect(body.data.messages.at(-1)).toMatchObject({ text: 'Yes.', state: 'printing' });
  const waits = async () => (await mailRoom.send(listWaiting)).body.data;
  const answer = { title: `Read the answer about poster #${body.data.number}` };
  expect(await waits()).toContainEqual(expect.objectContaining(answer));
  expect((await student.send(cancelPoster, { params })).status).toBe(409);
  await mailRoom.send(movePoster, { params, body: { state: 'ready' } });
  expect(await waits()).not.toContainEqual(expect.objectContaining(answer));
});

test('moving one request leaves another as it is, and waits for no one who moves that one', async () => {
  const [other, { id }] = [await submit(student), await submit(student)];
  const body = { state: 'printing' } as const;
  const move = () => mailRoom.send(movePoster, { params: { id }, body });
  const moved = await whileHeld(room.server.database, { table: 'poster_requests', id: other.id }, move);
  expect(moved.body.data).toMatchObject({ id, ...body });
  const { data } = (await student.send(readPoster, { params: { id: other.id } })).body;
  expect(data).toMatchObject({ state: 'received', version: 1 });
});

test('only the requester cancels, and only before the mail room has started', async () => {
  const params = { id: (await submit(student)).id };
  expect((await mailRoom.send(cancelPoster, { params })).status).toBe(404);
  expect((await student.send(cancelPoster, { params })).body.data).toMatchObject({ state: 'cancelled' });
  expect((await student.send(cancelPoster, { params })).status).toBe(409);
});

test('the day it is needed leaves the mail room its working days, and the queue is sorted by it', {
  tags: 'long',
}, async () => {
  const { earliest, papers, leadDays } = (await student.send(readPosterForm)).body.data;
  expect(leadDays).toBe(3);
  const soon = await sendPoster(student, { neededBy: dayOf(Date.now(), 'America/Boise') });
  expect(soon.status).toBe(400);
  expect(JSON.stringify(soon.body)).toContain(`Choose ${sayDate(earliest)} or later`);
  const late = await submit(student, { neededBy: '2100-12-30' });
  const early = await submit(student);
  expect(early.neededBy).toBe(earliest);
  const { data } = (await mailRoom.send(listPosterQueue, { query: { page: 1, pageSize: 100 } })).body;
  const days = data.map(({ neededBy }) => neededBy);
  expect(days).toEqual(days.toSorted());
  const ids = data.map(({ id }) => id);
  expect(ids.indexOf(late.id)).toBeGreaterThan(ids.indexOf(early.id));
  const found = async (search: string) =>
    (await mailRoom.send(listPosterQueue, { query: { page: 1, search } })).body.data.map(({ id }) => id);
  const odd = await submit(student, { fileName: '50% off_.pdf', department: "Dean's Office" });
  for (const search of ['50% OFF_', "dean's", `#${odd.number}`, String(odd.number)])
    expect([search, await found(search)]).toEqual([search, [odd.id]]);
  expect(await found('50_ off')).toEqual([]);
  // 6 square feet, twice, at the price of the paper.
  const paper = papers[1];
  const priced = await submit(student, { numberOfCopies: '2', paper: paper?.name ?? '' });
  const shown = (await student.send(readPoster, { params: { id: priced.id } })).body.data;
  expect(shown.estimate).toBe(6 * 2 * (paper?.squareFoot ?? 0));
  expect((await sendPoster(student, { paper: 'Gold leaf' })).status).toBe(400);
});

test("what someone else sent is not in a person's list", async () => {
  const staff = await room.server.signIn('staff');
  const own = await submit(staff);
  const { data } = (await staff.send(listMyPosters, { query: { page: 1 } })).body;
  expect(data.map(({ id }) => id)).toEqual([own.id]);
  expect((await sendPoster(staff, { requesterEmail: 'student@sawtooth.example' })).status).toBe(403);
});
