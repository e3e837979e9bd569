import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import type { TestServer } from '../../../platform/server/testing/test-server.ts';
import { changeNotice, dismissNotice, publishNotice, readMyNotices, withdrawNotice } from '../contract.ts';
import { createCleanUp } from './clean-up.ts';
import { inHours, type NoticeBoard, openNoticeBoard, titles, toStudents } from './testing/notice-board.ts';

let board: NoticeBoard;
let server: TestServer;
let it: TestClient;
let student: TestClient;

beforeAll(async () => {
  board = await openNoticeBoard();
  ({ server, it, student } = board);
});
afterAll(() => server.stop());

const publish: NoticeBoard['publish'] = (change) => board.publish(change);
const shown: NoticeBoard['shown'] = (client) => board.shown(client);
const inBell: NoticeBoard['inBell'] = (client) => board.inBell(client);
const marked = async () =>
  (await server.database.pool.query<{ notice_id: string }>('select notice_id from notice_marks')).rows.map(
    ({ notice_id }) => notice_id,
  );

test('new words in a notice reach those who dismissed or read it; new times alone do not', async () => {
  const { id } = await publish({ title: 'Exam in Boone 101' });
  const params = { id };
  const isShown = async () => (await shown(student)).data.some(({ key }) => key === id);
  const isRead = async () => (await inBell(student)).find((one) => one.id === id)?.isRead;
  const dismiss = (version: number) => student.send(dismissNotice, { params: { id, version } });
  expect((await dismiss(1)).status).toBe(204);
  const later = { ...toStudents, title: 'Exam in Boone 101', until: inHours(3), version: 1 };
  expect((await it.send(changeNotice, { params, body: later })).status).toBe(200);
  expect([await isShown(), await isRead()]).toEqual([false, true]);
  const corrections = [
    { title: 'Exam in Boone 102' },
    { text: 'Bring a pencil.' },
    { tone: 'warning' as const },
    { linkHref: '/support', linkText: 'Support' },
  ];
  for (const [index, correction] of corrections.entries()) {
    const corrected = { ...later, ...Object.assign({}, ...corrections.slice(0, index)), ...correction };
    await it.send(changeNotice, { params, body: { ...corrected, version: index + 2 } });
    expect([await isShown(), await isRead()]).toEqual([true, false]);
    expect((await dismiss(index + 3)).status).toBe(204);
  }
  await it.send(withdrawNotice, { params, body: {} });
});

test('a notice is shown however many others were dismissed', async () => {
  const before = (await shown(student)).data.length;
  await publish({ title: 'Kept' });
  // Each person may publish 30 in an hour.
  const it2 = await server.signIn('it2');
  for (let number = 0; number < 20; number += 1) {
    const body = { ...toStudents, title: 'Dismissed', tone: 'warning' as const };
    const { id } = (await it2.send(publishNotice, { body })).body.data;
    expect((await student.send(dismissNotice, { params: { id, version: 1 } })).status).toBe(204);
  }
  const { data } = await shown(student);
  expect(data).toHaveLength(before + 1);
  expect(titles(data)).toContain('Kept');
});

test('a correction stays for those who have read or dismissed only the earlier words', async () => {
  const { id } = await publish({ title: 'Exam in Boone 103' });
  const other = await publish({ title: 'Bring a pencil' });
  const params = { id };
  const corrected = { ...toStudents, title: 'Exam in Boone 104', version: 1 };
  expect((await it.send(changeNotice, { params, body: corrected })).status).toBe(200);
  const dismissed = await student.send(dismissNotice, { params: { id, version: 1 } });
  expect(dismissed).toMatchObject({ status: 409, body: { reason: 'stale-version' } });
  const notices = [id, other.id].map((one) => ({ id: one, version: 1 }));
  const read = await student.send(readMyNotices, { body: { notices } });
  expect(read).toMatchObject({ status: 409, body: { reason: 'stale-version' } });
  expect(titles((await shown(student)).data)).toContain('Exam in Boone 104');
  expect((await inBell(student)).map((one) => [one.title, one.version, one.isRead])).toEqual(
    expect.arrayContaining([
      ['Exam in Boone 104', 2, false],
      ['Bring a pencil', 1, true],
    ]),
  );
  for (const one of [id, other.id]) await it.send(withdrawNotice, { params: { id: one }, body: {} });
});

test('a mark is only for the notice that was read, once it has begun and until it is withdrawn', async () => {
  const [read, other] = [await publish({ title: 'Read' }), await publish({ title: 'Not read' })];
  const scheduled = await publish({ title: 'Later', from: inHours(1) });
  const withdrawn = await publish({ title: 'By mistake' });
  await it.send(withdrawNotice, { params: { id: withdrawn.id }, body: {} });
  const seen = [read, scheduled, withdrawn].map(({ id }) => ({ id, version: 1 }));
  await student.send(readMyNotices, { body: { notices: seen } });
  expect((await marked()).filter((id) => [...seen.map((one) => one.id), other.id].includes(id))).toEqual([
    read.id,
  ]);
});

test('marks are deleted at night when their notice has left the bell, and no others', async () => {
  const [shownStill, past, withdrawn, ended] = [
    await publish({ title: 'Shown' }),
    await publish({ title: 'Ended 31 days ago' }),
    await publish({ title: 'Withdrawn' }),
    await publish({ title: 'Ended 29 days ago' }),
  ];
  const all = [shownStill, past, withdrawn, ended].map(({ id }) => id);
  for (const id of all) await student.send(dismissNotice, { params: { id, version: 1 } });
  const endAt = (id: string, days: number) =>
    server.database.pool.query(
      `update notices set starts_at = starts_at - interval '60 days', ends_at = now() - make_interval(days => $2)
       where id = $1`,
      [id, days],
    );
  await endAt(past.id, 31);
  await endAt(ended.id, 29);
  await it.send(withdrawNotice, { params: { id: withdrawn.id }, body: {} });
  await createCleanUp(server.quad.platform).run({}, {} as never);
  const left = await marked();
  expect(all.filter((id) => left.includes(id))).toEqual([shownStill.id, ended.id]);
});
