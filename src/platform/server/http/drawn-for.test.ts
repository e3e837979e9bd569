import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccount } from '../../contract/account.ts';
import { personHeader } from '../../contract/person-header.ts';
import { sampleCalls, sampleTool } from '../testing/sample-tool.ts';
import { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const { addNote, countNotes, uploadNote } = sampleCalls;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool] });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
});
afterAll(() => server.stop());

const idOf = async (client: TestClient) => (await client.send(readAccount)).body.id;
const drawnFor = (id: string) => ({ [personHeader]: id });

test('a screen drawn for one person neither writes nor reads under the cookie of another', async () => {
  const it = await server.signIn('it');
  const other = drawnFor(await idOf(await server.signIn('staff')));
  const before = (await it.send(countNotes)).body.data.notes;
  const answers = [
    await it.send(addNote, { body: { title: 'Bell' }, headers: other }),
    await it.send(countNotes, { headers: other }),
    // Refused before the body is read: this one is not a valid upload.
    await it.send(uploadNote, { headers: { ...other, 'content-type': 'application/json' } }),
  ];
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([409, { reason: 'another-person' }]);
  }
  expect((await it.send(countNotes)).body.data.notes).toBe(before);
});

test('the person named may act in any session, and a request that names no one is allowed', async () => {
  const before = await server.signIn('it');
  const renewed = await server.signIn('it');
  const headers = drawnFor(await idOf(before));
  expect((await renewed.send(addNote, { body: { title: 'Bell' }, headers })).status).toBe(201);
  expect((await renewed.send(addNote, { body: { title: 'Book' } })).status).toBe(201);
});

test('without a session it is still 401', async () => {
  const headers = drawnFor('nobody');
  expect((await new TestClient(server.quad.app).send(countNotes, { headers })).status).toBe(401);
});
