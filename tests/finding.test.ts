import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { allows } from '../src/platform/contract/access.ts';
import { readAccount } from '../src/platform/contract/account.ts';
import { type FoundItem, findThings } from '../src/platform/contract/finding.ts';
import type { FindSource } from '../src/platform/server/finding/find-source.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import type { ServerTool } from '../src/platform/server/tool/server-tool.ts';
import { serverTools } from '../src/tools/server.ts';
import { exampleMaker, examplesOf, toolExamples } from './examples.ts';

/** Of every tool, by `tool.source`. */
const sources = new Map<string, FindSource>();
const requests = examplesOf('found');
const everyone = demoPeople.flatMap(({ people }) => people.map(({ key }) => key));
/** Found in most names, addresses, and titles, so that each person finds what others have, if anything lets them. */
const words = ['sawtooth', 'and', 'ing', 'pdf', 'wi-fi'];

let server: TestServer;

/** The same tool, whose sources are known here. */
function watched(tool: ServerTool): ServerTool {
  return {
    ...tool,
    async start(platform, settings) {
      const running = await tool.start(platform, settings);
      for (const source of running.finds ?? []) sources.set(`${tool.tool.id}.${source.id}`, source);
      return running;
    },
  };
}

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools.map(watched), places, placePermissions });
  const { platform } = server.quad;
  for (const key of everyone) await server.signIn(key);
  for (const { seed } of serverTools) await seed?.run({ platform, count: 43, random: () => 0.5 });
  const make = exampleMaker(server);
  for (const { fill } of toolExamples) await fill?.(make);
});
afterAll(() => server.stop());

/** Whether the call behind a result shows it to this person: as the thing itself, or as a row of the list. */
async function isShown(client: TestClient, id: string, result: FoundItem): Promise<boolean> {
  const behind = sources.get(id)?.behind;
  if (behind === undefined) throw new Error(`There is no source ${id}.`);
  const request = requests[id]?.(result);
  if (request === undefined)
    throw new Error(`${id} needs an example: see found in the examples of its tool.`);
  const { status, body } = await client.send(behind, request as never);
  const rows = (body as { data?: unknown } | undefined)?.data;
  if (status !== 200 || !Array.isArray(rows)) return status === 200;
  return rows.some(({ _id, id: rowId, key }) => [_id, rowId, key].includes(result.key));
}

/** For some thousand requests, one after the other: twelve seconds on a machine that three others work on. */
const longWalk = { timeout: 180_000 };

test('no one finds what the call behind it would refuse them, and every link opens', longWalk, async () => {
  const foundBy = new Map<string, Set<string>>();
  const refused = new Set<string>();
  for (const person of everyone) {
    const client = await server.signIn(person);
    const { permissions } = (await client.send(readAccount)).body;
    const results = new Map<string, [id: string, result: FoundItem]>();
    for (const q of words) {
      const { status, body } = await client.send(findThings, { query: { q } });
      expect([person, q, status, body.missing]).toEqual([person, q, 200, []]);
      for (const { id, results: found } of body.data) {
        expect(found.length).toBeLessThanOrEqual(5);
        for (const result of found) results.set(`${id} ${result.key}`, [id, result]);
        foundBy.set(id, (foundBy.get(id) ?? new Set()).add(person));
      }
    }
    for (const [id, result] of results.values()) {
      const access = sources.get(id)?.behind.access ?? 'public';
      if (!allows(access, permissions)) refused.add(`${id}: ${person} may not call it`);
      else if (!(await isShown(client, id, result))) refused.add(`${id}: not shown to ${person}`);
      if (result.link.startsWith('mailto:')) continue;
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
      const opened = await client.fetch('GET', result.link, { headers });
      if (opened.status !== 200) refused.add(`${id}: ${person} cannot open ${result.link}`);
    }
  }
  expect([...refused]).toEqual([]);
  // What no one finds proves nothing.
  expect([...foundBy.keys()].toSorted()).toEqual([...sources.keys()].toSorted());
  expect(foundBy.get('short-links.links')).toEqual(new Set(['it', 'it2']));
  expect(foundBy.get('directory.students')).toEqual(new Set(['reslife']));
  expect(foundBy.get('help-desk.tickets')?.has('student')).toBe(true);
});

test('a search takes every character literally, and leaves no audit entry', async () => {
  const it = await server.signIn('it');
  const { id } = (await it.send(readAccount)).body;
  const entries = async () =>
    (await server.database.pool.query('select from audit_entries where actor_id = $1', [id])).rowCount;
  const before = await entries();
  // The sign-in, at least: otherwise nobody's entries would be counted.
  expect(before).toBeGreaterThan(0);
  for (const q of [
    '%and%',
    'an_erson',
    'ander\\son',
    "and ' or '1'='1",
    '👩‍👩‍👧 ßßß',
    '#000 #000',
    'a b c',
    'zqx '.repeat(25),
  ]) {
    const { status, body } = await it.send(findThings, { query: { q } });
    expect([q, status, body.missing]).toEqual([q, 200, []]);
    expect([q, body.data.filter(({ id }) => id !== 'help-desk.articles')]).toEqual([q, []]);
  }
  expect(await entries()).toBe(before);
  for (const q of ['', ' ', ' a ', 'x'.repeat(101), 'ab\0c'])
    expect((await it.send(findThings, { query: { q } })).status).toBe(400);
  expect((await server.visitor.send(findThings, { query: { q: 'and' } })).status).toBe(401);
});

test.each([
  ['student', 'help-desk.tickets', 'ticket'],
  ['it', 'help-desk.desk-tickets', 'ticket'],
  ['student', 'posters.posters', 'poster'],
])('%s finds one of %s by its number, as emails write it: "%s #1000"', async (person, id, noun) => {
  const client = await server.signIn(person);
  const search = async (q: string) => (await client.send(findThings, { query: { q } })).body.data;
  const some = (await Promise.all(words.map(search))).flat().find((group) => group.id === id)?.results[0];
  const number = /#\d+/.exec(some?.about ?? '')?.[0];
  const [first] = await search(`${noun} ${number}`);
  expect([first?.id, first?.results.map(({ key }) => key)]).toEqual([id, [some?.key]]);
});

test('two letters find people by a name that begins with them, and nothing else', async () => {
  const it = await server.signIn('it');
  const find = async (q: string) =>
    (await it.send(findThings, { query: { q } })).body.data.map(({ id, results }) => [
      id,
      results.some(({ title }) => title === 'Iris Thornwell'),
    ]);
  expect(await find('ir')).toContainEqual(['people.accounts', true]);
  expect(await find('th')).toContainEqual(['people.accounts', true]);
  const people = ['people.accounts', 'people.newcomers', 'employee-directory.employees'];
  for (const [id, hasIris] of await find('ri')) {
    expect(people).toContain(id);
    expect(hasIris).toBe(false);
  }
});
