import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readAccount } from '../../../platform/contract/account.ts';
import { listPublicNotices, readNoticeRevision } from '../../../platform/contract/notices.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  changeNotice,
  dismissNotice,
  endNotice,
  listPublishedNotices,
  previewNotice,
  publishNotice,
  readMyNotices,
  readNoticeHistory,
  withdrawNotice,
} from '../contract.ts';
import { notices } from '../tool.ts';
import { noticesServer } from './index.ts';
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
const drawn = (title: string) => `class="quad-notice-title">${title}<`;
/** Visitors get what is up to two seconds old. */
const patience = { timeout: 10_000 };

test('a notice is only for its groups: on their pages, in the bell with its count, and nowhere else', async () => {
  const { id, state } = await publish({ title: 'For volunteers', groups: ['sgrpVolunteers'] });
  expect(state).toBe('showing');
  const [faculty, volunteer] = [await server.signIn('faculty'), await server.signIn('volunteer')];
  expect(await shown(volunteer)).toMatchObject({
    data: [{ key: id, tone: 'info', title: 'For volunteers', dismissal: { label: 'Dismiss' } }],
    unread: 1,
  });
  expect(await shown(faculty)).toMatchObject({ data: [], unread: 0 });
  expect(await inBell(faculty)).toEqual([]);
  const page = (await volunteer.fetch('GET', '/')).text;
  expect(page).toContain('<p>Meet <strong>your</strong> advisor.</p>');
  expect(page).toContain('"unread":1');
  const params = { id };
  const seen = { id, version: 1 };
  expect((await faculty.send(dismissNotice, { params: seen })).status).toBe(404);
  await faculty.send(readMyNotices, { body: { notices: [seen] } });
  expect((await volunteer.send(dismissNotice, { params: seen })).status).toBe(204);
  expect(await shown(volunteer)).toMatchObject({ data: [], unread: 0 });
  expect(await inBell(volunteer)).toMatchObject([{ id, state: 'showing', isRead: true }]);
  const { rows } = await server.database.pool.query(
    'select person_id from notice_marks where notice_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);

  await it.send(endNotice, { params, body: {} });
  expect(await inBell(volunteer)).toMatchObject([{ id, state: 'ended' }]);
  await it.send(withdrawNotice, { params, body: {} });
  expect(await inBell(volunteer)).toEqual([]);
});

test('only what is for everyone is on the signed-out home page', async () => {
  await publish({ title: 'Not for visitors' });
  const { id } = await publish({ title: 'Open to all', audience: 'everyone', groups: [] });
  const page = () => server.visitor.fetch('GET', '/');
  await vi.waitFor(async () => expect((await page()).text).toContain('Open to all'), patience);
  expect((await page()).text).not.toMatch(/Not for visitors|Domain-Student|Iris/);
  expect((await server.visitor.fetch('GET', '/support')).text).not.toContain(drawn('Open to all'));
  const read = () => server.visitor.send(listPublicNotices);
  expect((await read()).body).toMatchObject({ data: [{ key: id, dismissal: null }], unread: 0 });
  expect(titles((await shown(await server.signIn('nogroups'))).data)).toEqual(['Open to all']);
  const revision = async () => (await server.visitor.send(readNoticeRevision)).body.data.revision;
  const before = await revision();
  await it.send(withdrawNotice, { params: { id }, body: {} });
  await vi.waitFor(async () => expect(await revision()).not.toBe(before), patience);
  expect((await read()).body.data).toEqual([]);
  const { rows } = await server.database.pool.query(
    `select after->'groups' as groups from audit_entries where subject_id = $1 and action = 'notice.publish'`,
    [id],
  );
  expect(rows).toEqual([{ groups: ['Everyone'] }]);
});

test("a scheduled notice is no one's until it begins, and an edit is everyone's at once", async () => {
  const scheduled = await publish({ title: 'Tomorrow', from: inHours(1) });
  expect(scheduled).toMatchObject({ state: 'scheduled', can: { edit: true, end: false, withdraw: true } });
  expect(titles(await inBell(student))).not.toContain('Tomorrow');
  const params = { id: scheduled.id };
  expect((await it.send(endNotice, { params, body: {} })).body).toMatchObject({ reason: 'not-showing' });
  const body = { ...toStudents, title: 'Today', version: 1 };
  const edits = await Promise.all([1, 2].map(() => it.send(changeNotice, { params, body })));
  expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(titles(await inBell(student))).toContain('Today');
  const { body: history } = await it.send(readNoticeHistory, { params });
  expect(history.data).toMatchObject([
    { action: 'edit', by: 'Iris Thornwell', title: 'Today', changed: ['title', 'from'] },
    { action: 'publish', title: 'Tomorrow', changed: [] },
  ]);
  const { body: list } = await it.send(listPublishedNotices, { query: { page: 1, state: 'showing' } });
  expect(list.data[0]).toMatchObject({ id: scheduled.id, version: 2 });
});

test('saving a notice without changes adds no version and no line to its history', async () => {
  const body = { ...toStudents, text: 'One\n\n- two\n- three', from: inHours(1), version: 1 };
  const params = { id: (await publish(body)).id };
  const saved = await it.send(changeNotice, { params, body });
  expect(saved).toMatchObject({ status: 200, body: { data: { version: 1, text: body.text } } });
  const { body: history } = await it.send(readNoticeHistory, { params });
  expect(history.data).toHaveLength(1);
});

test.each([
  ['a group that the portal does not know', { groups: ['Domain-Nobody'] }, 'groups'],
  ['no group', { groups: [] }, 'groups'],
  ['an end before its start', { from: inHours(3), until: inHours(2) }, 'until'],
  ['an end in the past', { until: '2020-01-01T00:00:00Z' }, 'until'],
  ['a link that runs a script', { linkHref: 'javascript:alert(1)', linkText: 'Go' }, 'linkHref'],
  ['a link to another site that looks like ours', { linkHref: '//evil.example', linkText: 'Go' }, 'linkHref'],
  ['a text that never ends', { text: 'a'.repeat(4_001) }, 'text'],
  ['a text of nothing', { text: '<!-- -->' }, 'text'],
  ['a text nested without end', { text: '> '.repeat(1_000) }, 'text'],
  ['an emergency by this way', { tone: 'emergency' }, 'tone'],
] as const)('%s is refused at its field', async (_what, change, field) => {
  const refused = await it.send(publishNotice, { body: { ...toStudents, ...change } as never });
  expect([refused.status, Object.keys((refused.body as unknown as { fields: object }).fields)]).toEqual([
    400,
    [field],
  ]);
});

test('a notice that is refused does not count toward the hourly limit', async () => {
  await server.database.pool.query(`delete from throttle_counters where key like 'notices:%'`);
  const send = async (change: object) =>
    (await it.send(publishNotice, { body: { ...toStudents, ...change } })).status;
  for (let attempt = 0; attempt < 30; attempt += 1)
    expect(await send({ until: '2020-01-01T00:00:00Z' })).toBe(400);
  expect(await send({ title: 'After many mistakes' })).toBe(201);
});

test('what looks like HTML or a script in the Markdown is text, on the page and in the preview', async () => {
  const text =
    '<img src=x onerror=alert(1)> [a](javascript:alert(2)) [b](data:text/html,x) ![c](https://x.example/t.gif)';
  const { id } = await publish({ title: '<script>alert(3)</script>', text });
  const page = (await student.fetch('GET', '/')).text;
  expect(page).not.toMatch(/<img|<script>alert|href="(javascript|data):/);
  const { data } = await shown(student);
  expect(JSON.stringify(data.find(({ key }) => key === id))).not.toMatch(/"href":"(javascript|data)/);
  const { body } = await it.send(previewNotice, { body: { ...toStudents, text } });
  expect(body.data.face.text).toEqual(data.find(({ key }) => key === id)?.text);
  await it.send(withdrawNotice, { params: { id }, body: {} });
});

test.each(['info', 'emergency'] as const)(
  'a notice (%s) whose group has left access.yaml is edited and stays for it',
  async (tone) => {
    const { id } = await publish({ title: 'Old group' });
    await server.database.pool.query(`update notices set tone = $2, groups = '{Domain-Gone}' where id = $1`, [
      id,
      tone,
    ]);
    await server.database.pool.query(
      `update identities set groups = groups || '{Domain-Gone}' where subject = 'student@sawtooth.example'`,
    );
    const params = { id };
    const edit = { ...toStudents, tone, title: 'Edited', groups: ['domain-gone'] };
    const draft = { tone, audience: 'groups' as const, groups: ['Domain-Gone'] };
    expect((await it.send(previewNotice, { body: { ...draft, id } })).body.data.people).toBe(1);
    const edited = await it.send(changeNotice, { params, body: edit });
    expect(edited.body.data).toMatchObject({ title: 'Edited', groups: ['Domain-Gone'] });
    // Neither another notice nor a preview of one gets the group.
    expect((await it.send(publishNotice, { body: { ...edit, tone: 'info' } })).body).toMatchObject({
      reason: 'unknown-group',
    });
    expect((await it.send(previewNotice, { body: draft })).body.data.people).toBe(0);
    await it.send(withdrawNotice, { params, body: {} });
    await server.database.pool.query(
      `update identities set groups = array_remove(groups, 'Domain-Gone') where subject = 'student@sawtooth.example'`,
    );
  },
);

test('publishing needs the permission at that moment, is done once, and leaves an entry', async () => {
  const key = { 'idempotency-key': 'published-once-0001' };
  const body = { ...toStudents, title: 'Once' };
  const answers = await Promise.all(
    [1, 2].map(() => it.send(publishNotice, { body, headers: key } as never)),
  );
  expect(new Set(answers.map((one) => one.body.data?.id)).size).toBe(1);
  const { rows } = await server.database.pool.query(
    `select action, actor_name, after->>'title' as title from audit_entries where subject_id = $1`,
    [answers[0]?.body.data.id],
  );
  expect(rows).toEqual([{ action: 'notice.publish', actor_name: 'Iris Thornwell', title: 'Once' }]);
  const other = await server.signIn('it2');
  expect((await other.send(previewNotice, { body: { tone: 'info', audience: 'everyone' } })).status).toBe(
    200,
  );
  await server.database.pool.query(
    `update identities set groups = '{Domain-Staff}' where subject = 'it2@sawtooth.example'`,
  );
  expect((await other.send(publishNotice, { body: toStudents })).status).toBe(403);
});

test('someone with notices.emergency alone has the page where emergencies are published', async () => {
  const campus = copyCampus(Object.keys(notices.permissions));
  campus.grant('notices.emergency', 'sgrpVolunteers');
  const own = await createTestServer({ tools: [noticesServer], campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.stop();
    campus.remove();
  });
  const security = await own.signIn('volunteer');
  const { access } = notices.screens.manage;
  expect((await security.send(readAccount)).body).toMatchObject({
    permissions: expect.arrayContaining([access, 'notices.emergency']),
  });
  expect((await security.send(listPublishedNotices, { query: { page: 1 } })).status).toBe(200);
});
