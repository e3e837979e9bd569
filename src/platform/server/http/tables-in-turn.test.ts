import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonReply, uploadBody } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';

const readTable = defineCall({
  name: 'readTable',
  summary: 'Read a table',
  method: 'POST',
  path: '/api/tables',
  access: 'signed-in',
  body: uploadBody(z.object({ isHeld: z.string().optional() }), {
    file: { handling: 'parsed', maxBytes: 4e6, maxFiles: 1, required: true },
  }),
  reply: jsonReply(z.object({ bytes: z.int() })),
});

const table = (size: number) => ({ fileName: 'table.csv', content: 'a'.repeat(size) });

test('while a large table is read, another waits and is refused in the end, and small ones continue', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const handler = route(
    readTable,
    async (
      _context,
      {
        body,
        files: {
          file: [file],
        },
      },
    ) => {
      if (body.isHeld === 'yes') {
        begun.resolve();
        await finish.promise;
      }
      return { bytes: file?.bytes.length ?? 0 };
    },
  );
  const tool = defineTool({ id: 'tables', title: 'Tables', permissions: {}, screens: {}, tiles: [] });
  const server = await startTestServer({
    tools: [defineServerTool({ tool, calls: { readTable }, start: async () => ({ routes: [handler] }) })],
    limits: { tables: { held: 6.5e6, wait: 300 } },
  });
  const person = await server.signIn('staff');
  const send = (size: number, body = {}) => person.send(readTable, { body, files: { file: table(size) } });

  const first = send(3e6, { isHeld: 'yes' });
  await begun.promise;
  expect(await send(1_000)).toMatchObject({ status: 200, body: { bytes: 1_000 } });
  for (const size of [3e6, 4e6]) {
    const refused = await send(size);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
    expect(refused.body).toMatchObject({
      detail: 'The portal is working on other large files. Nothing was saved. Try again in a minute.',
    });
  }
  finish.resolve();
  expect((await first).status).toBe(200);
  const both = await Promise.all([send(3e6), send(3e6)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});
