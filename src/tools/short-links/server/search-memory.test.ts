import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
});
afterAll(() => server.stop());

test('what someone with more groups searched is not remembered for others, even once all links of a group are gone', async () => {
  const it = await server.signIn('it');
  const mailroom = await server.signIn('mailroom');
  const staff = await server.signIn('staff');
  const add = async (shortUrl: string, ownerGroups: string[]) => {
    const body = { shortUrl, longUrl: 'https://example.com/', ownerGroups };
    return (await it.send(calls.createLink, { body })).body.data;
  };
  const find = async (client: TestClient) => {
    const { body } = await client.send(calls.listLinks, { query: { page: 1, search: 'print' } });
    return { names: body.data?.map(({ shortUrl }) => shortUrl), total: body.meta?.total };
  };
  const gone = await add('gone', ['Domain-MailCenter']);
  await it.send(calls.deleteLink, { params: { id: gone._id } });
  await add('print-1', ['Domain-Staff']);
  // Two changes to links of the mail center, and one to those of staff.
  await expect.poll(() => find(mailroom)).toEqual({ names: ['print-1'], total: 1 });
  await add('print-2', ['Domain-Staff']);
  await add('print-3', ['Domain-Staff']);
  // Three changes to those of staff.
  expect(await find(staff)).toEqual({ names: ['print-3', 'print-2', 'print-1'], total: 3 });
});
