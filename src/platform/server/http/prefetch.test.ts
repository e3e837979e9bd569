import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, downloadReply, jsonReply, redirectReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { byPermission } from '../change/verdict.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';

const base = { summary: 'Asked ahead of time', method: 'GET', access: 'signed-in' } as const;
const calls = {
  read: defineCall({
    ...base,
    name: 'read',
    path: '/api/read',
    reply: jsonReply(z.object({ isAsking: z.boolean() })),
  }),
  enter: defineCall({ ...base, name: 'enter', path: '/api/enter', reply: redirectReply(303) }),
  write: defineCall({ ...base, name: 'write', path: '/api/write', reply: redirectReply(303) }),
  hand: defineCall({
    ...base,
    name: 'hand',
    path: '/api/hand',
    reply: downloadReply('text/plain; charset=utf-8'),
    discloses: 'note.export',
  }),
};
const subject = { type: 'note', id: '1', columns: {} };
const tool = defineServerTool({
  tool: defineTool({ id: 'ahead', title: 'Ahead', permissions: {}, screens: {}, tiles: [] }),
  calls,
  start: async () => ({
    routes: [
      route(calls.read, async ({ isAsking }) => ({ isAsking })),
      route(calls.enter, async ({ setCookie }) => {
        setCookie('entered', 'yes');
        return { location: '/' };
      }),
      route(calls.write, async ({ change }) => {
        await change(async ({ demand, record }) => {
          demand(byPermission);
          record({ action: 'note.create', subject });
        });
        return { location: '/' };
      }),
      route(calls.hand, async () => ({ fileName: 'notes.txt', body: 'secret' })),
    ],
  }),
});

test('a prefetch of any call has no effect: no cookie, no write, nothing disclosed without a record', async () => {
  const server = await startTestServer({ tools: [tool] });
  const it = await server.signIn('it');
  const entries = async () =>
    (await server.database.pool.query("select 1 from audit_entries where action like 'note.%'")).rowCount;
  for (const headers of [{ 'sec-purpose': 'prefetch' }, { 'x-moz': 'prefetch' }]) {
    expect((await it.fetch('GET', '/api/read', { headers })).body).toEqual({ isAsking: true });
    for (const path of ['/api/enter', '/api/write', '/api/hand']) {
      const { status, text, headers: answered } = await it.fetch('GET', path, { headers });
      expect([path, status, answered['set-cookie']]).toEqual([path, 403, undefined]);
      expect(text).not.toContain('secret');
    }
  }
  expect(await entries()).toBe(0);
  for (const path of ['/api/enter', '/api/write']) expect((await it.fetch('GET', path)).status).toBe(303);
  expect((await it.fetch('GET', '/api/hand')).text).toBe('secret');
  expect((await it.fetch('GET', '/api/read')).body).toEqual({ isAsking: false });
  expect(await entries()).toBe(2);
});
