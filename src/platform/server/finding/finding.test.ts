import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonReply } from '../../contract/call.ts';
import { findThings } from '../../contract/finding.ts';
import { defineTool } from '../../contract/tool.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import type { FindSource } from './find-source.ts';

const call = defineCall({
  name: 'readKey',
  summary: 'A key',
  method: 'GET',
  path: '/api/keys',
  access: 'signed-in',
  reply: jsonReply(z.object({})),
});
const entry = (key: string) => ({ key, title: `Key ${key}`, link: `/keys/${key}` });
const source = (id: string, rest: Partial<FindSource>): FindSource => ({
  id,
  title: id,
  behind: call,
  find: async () => [entry('a')],
  ...rest,
});
const toolWith = (...finds: FindSource[]) =>
  defineServerTool({
    tool: defineTool({
      id: 'keys',
      title: 'Keys',
      permissions: { 'keys.manage': 'Manage keys.' },
      screens: {},
      tiles: [],
    }),
    calls: {},
    start: async () => ({ routes: [], finds }),
  });

test('a source that fails or is slow is left out and named; one whose call is refused is not asked', async () => {
  const seen: unknown[] = [];
  const server = await startTestServer({
    tools: [
      toolWith(
        source('many', { find: async () => ['a', 'b', 'c', 'd', 'e', 'f'].map(entry) }),
        source('none', { find: async () => [] }),
        source('broken', { find: () => Promise.reject(new Error('no such table')) }),
        source('slow', { find: () => new Promise(() => undefined) }),
        source('secret', {
          behind: { ...call, access: 'keys.manage' },
          find: async () => [entry(`asked ${seen.push('secret')}`)],
        }),
        source('words', {
          find: async (_viewer, { words }) => [{ ...entry(`red ${seen.push(...words)}`) }],
        }),
      ),
    ],
  });
  const student = await server.signIn('student');
  const { body } = await student.send(findThings, { query: { q: ' Red  KEY red ' } });
  expect(body.missing).toEqual(['broken', 'slow']);
  // Titles that have the words come first.
  expect(body.data.map(({ id, results }) => [id, results.length])).toEqual([
    ['keys.words', 1],
    ['keys.many', 5],
  ]);
  expect(body.data[1]?.results[0]).toEqual({ key: 'a', title: 'Key a', about: null, link: '/keys/a' });
  expect(seen).toEqual(['red', 'key']);
});

test.each([
  ['key #1061', ['#1061'], 'keys.numbered'],
  ['KEY 1061', ['1061'], 'keys.numbered'],
  ['key 12', ['key', '12'], 'keys.words'],
  ['key 1061 door', ['key', '1061', 'door'], 'keys.words'],
  ['key', ['key'], 'keys.words'],
])('"%s" is a number only right after what has numbers, and that comes first', async (q, expected, first) => {
  const seen: string[] = [];
  const server = await startTestServer({
    tools: [
      toolWith(
        source('words', { find: async () => [entry('a')] }),
        source('numbered', {
          numbered: 'key',
          find: async (_viewer, { words }) => {
            seen.push(...words);
            return [entry('b')];
          },
        }),
      ),
    ],
  });
  const { body } = await (await server.signIn('student')).send(findThings, { query: { q } });
  expect([seen, body.data[0]?.id]).toEqual([expected, first]);
});

test('what a call discloses with an audit entry cannot be behind a source', async () => {
  const disclosing = source('people', { behind: { ...call, discloses: 'person.read' } });
  await expect(startTestServer({ tools: [toolWith(disclosing)] })).rejects.toThrow('no audit entry');
});

test('one person cannot keep the server searching; all instances count together', async () => {
  const server = await startTestServer({ tools: [toolWith(source('some', {}))] });
  const other = await startTestServer({ tools: [toolWith(source('some', {}))], database: server.database });
  const student = await server.signIn('student');
  await student.send(findThings, { query: { q: 'key' } });
  await server.database.pool.query(`update throttle_counters set count = 150 where key like 'find:%'`);
  const there = await other.signIn('student');
  expect(await there.send(findThings, { query: { q: 'key' } })).toMatchObject({
    status: 429,
    body: { reason: 'too-often' },
  });
  expect((await (await server.signIn('staff')).send(findThings, { query: { q: 'key' } })).status).toBe(200);
});
