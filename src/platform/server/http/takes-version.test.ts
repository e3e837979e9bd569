import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Call, defineCall, jsonBody, jsonReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import type { SeenRow } from '../change/seen-version.ts';
import { byPermission } from '../change/verdict.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';
import { versionReader } from './takes-version.ts';

const changeShelf = defineCall({
  name: 'changeShelf',
  summary: 'Move a shelf',
  method: 'PUT',
  path: '/api/shelf',
  access: 'signed-in',
  body: jsonBody(z.object({ place: z.string(), version: z.int().optional() })),
  reply: jsonReply(z.object({ data: z.object({ place: z.string() }) })),
  refusals: { 'stale-version': { kind: 'conflict', detail: 'Someone moved it in the meantime.' } },
});

/** A tool with one shelf of version 5. @param row What its change says about it; `undefined` when it forgets to */
async function startShelf(row?: SeenRow) {
  const tool = defineTool({ id: 'shelf', title: 'Shelf', permissions: {}, screens: {}, tiles: [] });
  const handler = route(changeShelf, ({ change }, { body: { place } }) =>
    change(async ({ transaction, demand, record }) => {
      demand(byPermission, row);
      await sql`update shelf set place = ${place}`.execute(transaction);
      record({ action: 'shelf.move', subject: { type: 'shelf', id: '1', columns: {} } });
      return { data: { place } };
    }),
  );
  const calls = { changeShelf };
  const server = await startTestServer({
    tools: [defineServerTool({ tool, calls, start: async () => ({ routes: [handler] }) })],
  });
  await sql`create table shelf as select 'hall' as place`.execute(server.database.database);
  const person = await server.signIn('student');
  return {
    send: async (version?: number) => {
      const body = { place: 'attic', ...(version === undefined ? {} : { version }) };
      return person.send(changeShelf, { body });
    },
    place: async () => (await server.database.pool.query('select place from shelf')).rows[0].place,
  };
}

describe('a change of a row that its sender has seen', () => {
  test.each([
    [undefined, { version: 5 }, 200],
    [5, { version: 5 }, 200],
    [4, { version: 5 }, 409],
    [6, { version: 5 }, 409],
    [3, { version: 5, sameSince: 3 }, 200],
    [2, { version: 5, sameSince: 3 }, 409],
    [6, { version: 5, sameSince: 3 }, 409],
  ])('at version %s, now %j, is %i', async (seen, row, status) => {
    const { send, place } = await startShelf(row);
    expect((await send(seen)).status).toBe(status);
    expect(await place()).toBe(status === 200 ? 'attic' : 'hall');
  });

  test('that is refused says why in the words of the call, or of the row', async () => {
    const reason = 'stale-version';
    const byCall = await startShelf({ version: 5 });
    expect((await byCall.send(4)).body).toMatchObject({
      reason,
      detail: 'Someone moved it in the meantime.',
    });
    const byRow = await startShelf({ version: 5, staleDetail: 'Iris moved it.' });
    expect((await byRow.send(4)).body).toMatchObject({ reason, detail: 'Iris moved it.' });
  });

  test('cannot forget to compare: it fails for everyone, and nothing is written', async () => {
    const { send, place } = await startShelf();
    expect((await send()).status).toBe(500);
    expect((await send(5)).status).toBe(500);
    expect(await place()).toBe('hall');
  });
});

test('a call that takes a version has to say how it refuses an old one', () => {
  const { refusals: _none, ...silent } = changeShelf;
  expect(() => versionReader(silent as Call)).toThrow('has to declare the refusal "stale-version"');
});
