import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Call, defineCall, emptyReply, jsonBody, jsonReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { byPermission } from '../change/verdict.ts';
import { type Route, route } from '../http/context.ts';
import { signedOut } from '../refusal/refusal.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { type AccessTable, findDeviations, findGaps } from './access-matrix.ts';
import { startTestServer } from './test-server.ts';

const readThings = defineCall({
  name: 'readThings',
  summary: 'All things',
  method: 'GET',
  path: '/api/things',
  access: 'short-links.manage',
  reply: jsonReply(z.object({ data: z.array(z.string()) })),
});

const addThing = defineCall({
  name: 'addThing',
  summary: 'Add a thing',
  method: 'POST',
  path: '/api/things',
  access: 'short-links.manage',
  body: jsonBody(z.object({ name: z.string() })),
  reply: emptyReply,
});

const calls = { readThings, addThing };
const table: AccessTable = {
  people: ['it', 'student'],
  holders: { 'short-links.manage': ['it'] },
  signedIn: [],
  public: [],
};

const routes: Route[] = [
  route(readThings, async () => ({ data: [] })),
  route(addThing, async ({ change }, { body }) => {
    await change(async ({ demand, record }) => {
      demand(byPermission);
      const subject = { type: 'thing', id: body.name, columns: { name: 'plain' } } as const;
      record({ action: 'thing.create', subject, after: body });
    });
  }),
];

function serverWith(answering: readonly Route[]) {
  const tool = defineTool({
    id: 'things',
    title: 'Things',
    permissions: { 'short-links.manage': 'Manage things.' },
    screens: {},
    tiles: [],
  });
  const things = defineServerTool({ tool, calls, start: async () => ({ routes: answering }) });
  return startTestServer({ tools: [things] });
}

test('a server that does what the table says has no deviation', async () => {
  const server = await serverWith(routes);
  expect(await findDeviations(server, Object.values(calls), table, { addThing: { name: 'one' } })).toEqual(
    [],
  );
});

test('a person who may do more or less than the table says is found', async () => {
  const server = await serverWith(routes);
  const swapped = { ...table, holders: { 'short-links.manage': ['student'] } };
  expect(await findDeviations(server, Object.values(calls), swapped, { addThing: { name: 'one' } })).toEqual([
    'readThings as it: answered 200 instead of 403',
    'addThing as it: answered 400 instead of 403',
    'readThings as student: refused with 403',
    'addThing as student: refused with 403',
  ]);
});

test('a call that responds without checking who is asking is found', async () => {
  const careless: Call = { ...readThings, access: 'public' };
  const server = await serverWith([route(careless, async () => ({ data: [] }) as never)]);
  expect(await findDeviations(server, [readThings], table)).toEqual([
    'readThings as nobody: answered 200 instead of 401',
    'readThings as student: answered 200 instead of 403',
  ]);
});

test('a call that writes before it refuses is found', async () => {
  const dropThings: Call = { ...readThings, name: 'dropThings', method: 'DELETE', reply: emptyReply };
  const late = route({ ...dropThings, access: 'public' }, async ({ change }) => {
    await change(async ({ demand, record }) => {
      demand(byPermission);
      record({ action: 'thing.delete', subject: { type: 'thing', id: 'all', columns: {} } });
    });
    throw signedOut();
  });
  const server = await serverWith([late]);
  expect(await findDeviations(server, [dropThings], { ...table, people: [] })).toEqual([
    'dropThings as nobody: refused with 401, yet it left an audit entry',
  ]);
});

test('a call or a permission that the table does not know is found, and so is what only the table knows', () => {
  const open: Call = { ...readThings, name: 'readOpen', access: 'public' };
  const signedIn: Call = { ...readThings, name: 'readOwn', access: 'signed-in' };
  const wrong = { ...table, holders: { 'old.manage': ['it'] }, public: ['gone'] };
  expect(findGaps([readThings, open, signedIn], ['short-links.manage'], wrong)).toEqual([
    'readOpen is public, but the table does not say so.',
    'gone is public in the table, but not in the contracts.',
    'readOwn is for everyone who is signed in, but the table does not say so.',
    'short-links.manage is a permission, but the table does not say so.',
    'old.manage is a permission in the table, but not in the contracts.',
  ]);
  expect(findGaps([readThings], ['short-links.manage'], table)).toEqual([]);
});
