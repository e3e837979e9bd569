import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '../../contract/notices.ts';
import { defineTool } from '../../contract/tool.ts';
import type { PersonActor } from '../actor/actor.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import type { NoticeEntry } from './notice-entry.ts';

function toolThat(id: string, list: (viewer: PersonActor) => Promise<readonly NoticeEntry[]>) {
  return defineServerTool({
    tool: defineTool({ id, title: id, permissions: {}, screens: screensOf(id), tiles: [] }),
    calls: {},
    start: async () => ({ routes: [], notices: { places: ['/ink'], list } }),
  });
}

const screensOf = (id: string) =>
  id === 'printing' ? { ink: { path: '/ink', title: 'Ink', access: 'signed-in' } as const } : {};
const updatedAt = new Date(Date.UTC(2026, 10, 22));
const place = '/ink';
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({
    tools: [
      toolThat('broken', () => {
        throw new Error('no such table');
      }),
      toolThat('slow', () => new Promise(() => undefined)),
      toolThat('printing', async ({ email }) => [
        { key: 'a', tone: 'info', title: `<b>Ink</b> for ${email}`, text: 'Soon.\nReally.', updatedAt },
      ]),
    ],
  });
});
afterAll(() => server.stop());

test('a page carries what tools say there, for this person; one that fails or is slow is left out', async () => {
  const student = await server.signIn('student');
  const { body } = await student.send(listNotices, { query: { place } });
  expect(body.data).toEqual([
    {
      tool: 'printing',
      key: 'a',
      tone: 'info',
      title: '<b>Ink</b> for student@sawtooth.example',
      text: 'Soon.\nReally.',
      updatedAt: '2026-11-22T00:00:00.000Z',
      about: null,
      action: null,
    },
  ]);
  const page = (await student.fetch('GET', `${place}/`)).text;
  expect(page).toContain(
    '<h2 class="quad-notice-title">&lt;b&gt;Ink&lt;/b&gt; for student@sawtooth.example</h2>',
  );
  expect(page).not.toContain('<b>Ink');
  expect(JSON.parse(/id="quad-data"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '')).toMatchObject({
    notices: { place, data: body.data },
  });
});

test('elsewhere, and to anyone who is not signed in, nothing is said', async () => {
  const student = await server.signIn('student');
  expect((await student.fetch('GET', '/')).text).not.toContain('Soon.');
  expect((await student.send(listNotices, { query: { place: '/' } })).body.data).toEqual([]);
  expect((await server.visitor.fetch('GET', place)).text).not.toContain('Soon.');
  expect((await server.visitor.send(listNotices, { query: { place } })).status).toBe(401);
});
