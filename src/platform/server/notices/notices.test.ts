import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listNotices,
  listPublicNotices,
  readNoticeRevision,
  unknownRevision,
} from '../../contract/notices.ts';
import { defineTool } from '../../contract/tool.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import type { NoticeEntry, ToolNotices } from './notice-entry.ts';

function toolThat(
  id: string,
  list: (viewer: PersonActor) => Promise<readonly NoticeEntry[]>,
  more: Partial<ToolNotices> = {},
) {
  return defineServerTool({
    tool: defineTool({ id, title: id, permissions: {}, screens: screensOf(id), tiles: [] }),
    calls: {},
    start: async () => ({ routes: [], notices: { places: ['/ink', '/paper'], list, ...more } }),
  });
}

const screensOf = (id: string) =>
  id === 'printing' ? { ink: { path: '/ink', title: 'Ink', access: 'signed-in' } as const } : {};
const updatedAt = new Date(Date.UTC(2026, 10, 22));
const place = '/ink';
const flood: NoticeEntry = {
  key: 'flood',
  tone: 'emergency',
  title: 'Flood <1 m>',
  text: 'Go up.',
  updatedAt,
};
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
  const { body } = await student.send(listNotices);
  expect(body.data).toEqual([
    {
      tool: 'printing',
      key: 'a',
      places: ['/ink', '/paper'],
      tone: 'info',
      title: '<b>Ink</b> for student@sawtooth.example',
      text: 'Soon.\nReally.',
      updatedAt: '2026-11-22T00:00:00.000Z',
      link: null,
      about: null,
      action: null,
      dismissal: null,
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

test('a page also carries what is said where someone may go next, and does not draw it', async () => {
  const said = async () => [
    { key: 'a', tone: 'info' as const, title: 'Ink', text: 'Soon.', updatedAt },
    { ...flood, title: 'Flood' },
  ];
  const own = await startTestServer({
    tools: [
      toolThat('paper', said, { places: ['/paper'] }),
      toolThat('ink', async () => [], { places: ['/ink'] }),
    ],
  });
  const { text } = await (await own.signIn('student')).fetch('GET', '/ink');
  expect(JSON.parse(/id="quad-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '').notices).toMatchObject({
    place: '/ink',
    data: [{ key: 'a', places: ['/paper'] }],
  });
  expect(text).not.toContain('quad-notice-title');
});

test('elsewhere, and to anyone who is not signed in, nothing is said', async () => {
  const student = await server.signIn('student');
  expect((await student.fetch('GET', '/')).text).not.toContain('Soon.');
  expect((await server.visitor.fetch('GET', place)).text).not.toContain('Soon.');
  expect((await server.visitor.send(listNotices)).status).toBe(401);
});

test('an emergency is on every page, signed in or not, even while the list of a person cannot be read', async () => {
  const alarm = toolThat(
    'alarm',
    async ({ email }) => {
      if (email.startsWith('faculty')) throw new Error('slow today');
      return [flood, { ...flood, key: 'mine', tone: 'info', isUnread: true }];
    },
    { everywhere: { listPublic: async () => [flood], revision: async () => 'r1' } },
  );
  const own = await startTestServer({ tools: [alarm] });
  const drawn = '<details class="quad-emergency" open>';
  for (const path of ['/', '/support', '/no-such-page']) {
    expect((await own.visitor.fetch('GET', path)).text).toContain(drawn);
    for (const name of ['student', 'faculty'])
      expect((await (await own.signIn(name)).fetch('GET', path)).text).toContain(drawn);
  }
  // Pages without scripts: signing in, and a refusal.
  for (const path of ['/api/auth/providers/demo/login', '/api/auth/providers/demo/callback?code=x']) {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const { text } = await own.visitor.fetch('GET', path, { headers });
    expect(text).toContain('<h2>Emergency: Flood &lt;1 m&gt;</h2><p>Go up.</p>');
  }
  const said = await (await own.signIn('student')).send(listNotices);
  expect(said.body).toMatchObject({
    data: [{ key: 'flood' }, { key: 'mine' }],
    unread: 1,
    revision: 'r1',
  });
  const open = await own.visitor.send(listPublicNotices);
  expect(open.body).toMatchObject({ data: [{ key: 'flood' }], unread: 0 });
  expect((await own.visitor.send(readNoticeRevision)).body).toEqual({ data: { revision: 'r1' } });
});

test('a page that a person got without their own emergency knows that it has to be read again', async () => {
  const everywhere = { listPublic: async () => [flood], revision: async () => 'r1' };
  const own = await startTestServer({
    tools: [toolThat('alarm', () => new Promise(() => undefined), { everywhere })],
  });
  const said = await (await own.signIn('student')).send(listNotices);
  expect(said.body).toMatchObject({ data: [{ key: 'flood' }], revision: unknownRevision });
  const open = await own.visitor.send(listPublicNotices);
  expect(open.body).toMatchObject({ data: [{ key: 'flood' }], revision: 'r1' });
});

test('pages without scripts show a person their own emergencies, and no one else', async () => {
  const everywhere = { listPublic: async () => [], revision: async () => 'r1' };
  const list = async ({ email }: PersonActor) => (email.startsWith('student@') ? [flood] : []);
  const own = await startTestServer({ tools: [toolThat('printing', list, { everywhere })] });
  const student = await own.signIn('student');
  const others = [own.visitor, await own.signIn('faculty')];
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const drawn = '<h2>Emergency: Flood &lt;1 m&gt;</h2>';
  const refused = { method: 'POST', path: '/nowhere', headers } as const;
  // By a link of another site, so that it asks first.
  const fromElsewhere = { ...headers, 'sec-fetch-site': 'cross-site' };
  const logout = { method: 'GET', path: '/api/auth/providers/demo/logout', headers: fromElsewhere } as const;
  const open = (client: TestClient, { method, path, headers: sent }: typeof refused | typeof logout) =>
    client.fetch(method, path, { headers: sent });
  for (const request of [refused, logout]) {
    const page = await open(student, request);
    expect(page.text).toContain(drawn);
    expect(page.headers['cache-control']).toBe('no-store');
    for (const other of others) {
      const { text } = await open(other, request);
      expect(text).toContain('</html>');
      expect(text).not.toContain(drawn);
    }
  }
  // The next person at this computer reads where someone signs in.
  const { text } = await student.fetch('GET', '/api/auth/providers/demo/login', { headers });
  expect(text).not.toContain(drawn);
  await own.database.pool.query('alter table sessions rename to sessions_away');
  const without = await open(student, refused);
  expect([without.status, without.text.includes(drawn)]).toEqual([404, false]);
});
