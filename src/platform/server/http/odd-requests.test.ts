import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleTool } from '../testing/sample-tool.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { openWire } from './testing/wire.ts';

let server: TestServer;
let it: TestClient;
let student: TestClient;
let address: string;

beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool] });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
  address = await server.listen();
  it = await server.signIn('it');
  student = await server.signIn('student');
});
afterAll(() => server.stop());

const title = '{"title":"Chair"}';
const post = (payload: string | Buffer, coding: string, client = it) =>
  client.fetch('POST', '/api/notes', {
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': coding },
  });

test.each(['gzip', 'GZIP', 'br', 'deflate', 'gzip, identity', 'x'])(
  'a body that is coded as %s is 415, packed or not, and whoever may not send one is told that first',
  async (coding) => {
    for (const payload of [title, gzipSync(title)]) {
      const { status, headers } = await post(payload, coding);
      expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
    }
    expect((await post(title, coding, student)).status).toBe(403);
  },
);

test('a body that is coded as itself is read', async () => {
  expect((await post(title, 'identity')).status).toBe(201);
});

test.each(['200-ok', 'x=1'])(
  'an expectation of "%s" is passed over: it gets the answer that it would get without',
  async (expectation) => {
    const wire = await openWire(address);
    wire.write(
      `GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: ${expectation}\r\nConnection: close\r\n\r\n`,
    );
    const answer = await wire.end();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
  },
);
