import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byPermission } from '../change/verdict.ts';
import { sampleCalls as calls, sampleTool } from '../testing/sample-tool.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool] });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
  it = await server.signIn('it');
});
afterAll(() => server.stop());

async function noteCount(): Promise<number> {
  return (await it.send(calls.countNotes)).body.data.notes;
}

describe('an Idempotency-Key', () => {
  const send = (key: string, title = 'Once', client = it) =>
    client.send(calls.addNote, { body: { title }, headers: { 'idempotency-key': key } });

  test('repeats the first response and writes once', async () => {
    const key = randomUUID();
    const before = await noteCount();
    const first = await send(key);
    const second = await send(key);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await noteCount()).toBe(before + 1);
  });

  test('sent 20 times at once writes once', async () => {
    const key = randomUUID();
    const before = await noteCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await noteCount()).toBe(before + 1);
  });

  test('with another body is 409', async () => {
    const key = randomUUID();
    await send(key);
    const { status, body } = await send(key, 'Twice');
    expect([status, body]).toMatchObject([409, { reason: 'key-reused' }]);
  });

  test('that was used says so, even if the request is refused before anything is read', async () => {
    const key = randomUUID();
    expect((await send(key, 'Torch')).body).toMatchObject({ reason: 'no-lamps' });
    await send(key);
    expect((await send(key, 'Torch')).body).toMatchObject({ reason: 'key-reused' });
  });

  test('that was used undoes all that the second request did', async () => {
    const key = randomUUID();
    await send(key);
    const { pool } = server.database;
    const left = async () =>
      (
        await pool.query(`select (select count(*) from notes) as notes,
          (select count(*) from audit_entries) as audited, (select count(*) from idempotency_keys) as keys`)
      ).rows[0];
    const before = await left();
    expect((await send(key)).status).toBe(201);
    expect(await left()).toEqual(before);
  });

  test('of a refused write is free again, and nothing is left of that write', async () => {
    const key = randomUUID();
    const before = await noteCount();
    expect((await send(key, 'Lamp')).body).toMatchObject({ reason: 'no-lamps' });
    expect(await noteCount()).toBe(before);
    expect((await send(key, 'Chair')).status).toBe(201);
  });

  test('keeps its response only encrypted; without the secret the write is still not repeated', async () => {
    const key = randomUUID();
    await send(key, 'Quiet hours');
    const { rows } = await server.database.pool.query('select answer from idempotency_keys where key = $1', [
      key,
    ]);
    expect(rows[0].answer).toMatch(/^v1\./);
    expect(rows[0].answer).not.toContain('Quiet');
    const before = await noteCount();
    for (const answer of [`v1.00000000.${'x'.repeat(60)}`, '{"data":{}}', null]) {
      await server.database.pool.query('update idempotency_keys set answer = $2 where key = $1', [
        key,
        answer,
      ]);
      expect(await send(key, 'Quiet hours')).toMatchObject({ status: 409, body: { reason: 'key-reused' } });
    }
    expect(await noteCount()).toBe(before);
  });

  test('that is not a valid key is refused', async () => {
    expect((await send('x'.repeat(201))).status).toBe(400);
  });

  test('of another person or of another call is a different key', async () => {
    await sql`update demo_people set groups = array['Domain-IT'] where email = 'staff@sawtooth.example'`.execute(
      server.database.database,
    );
    const colleague = await server.signIn('staff');
    const note = { body: { title: 'Chair' }, headers: { 'idempotency-key': 'the-same' } };
    const first = await it.send(calls.addNote, note);
    const again = await it.send(calls.addNote, note);
    const others = await colleague.send(calls.addNote, note);
    expect([first.status, again.text, others.status]).toEqual([201, first.text, 201]);
    expect(others.body.data.id).not.toBe(first.body.data.id);
    const file = { fileName: 'plan.csv', content: 'a,b' };
    expect((await it.send(calls.uploadNote, { ...note, files: { file } })).body).toEqual({
      data: { title: 'Chair', bytes: 3 },
    });
  });
});

test('more writes at once than there are connections do not wait for each other when each is also counted', async () => {
  const counted = defineServerTool({
    tool: sampleTool.tool,
    calls: { addNote: calls.addNote },
    start: async ({ throttle }) => ({
      routes: [
        route(calls.addNote, async (_context, { body: { title } }) => {
          await throttle.take('notes', { limit: 1_000, windowSeconds: 60 });
          return { data: { id: randomUUID(), title } };
        }),
      ],
    }),
  });
  const busy = await startTestServer({ tools: [counted] });
  const colleague = await busy.signIn('it');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      colleague.send(calls.addNote, {
        body: { title: 'Lamp' },
        headers: { 'idempotency-key': `at-once-${number}` },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test('nothing follows from a write whose key was used', async () => {
  const followed: string[] = [];
  const eager = defineServerTool({
    tool: sampleTool.tool,
    calls: { addNote: calls.addNote },
    start: async () => ({
      routes: [
        route(calls.addNote, async ({ change }, { body: { title } }) => {
          const row = { id: randomUUID(), title };
          await change(async ({ demand, record, afterCommit }) => {
            demand(byPermission);
            afterCommit(() => followed.push(title));
            const columns = { id: 'left out', title: 'plain' } as const;
            record({ action: 'note.create', subject: { type: 'note', id: row.id, columns }, after: row });
          });
          return { data: row };
        }),
      ],
    }),
  });
  const colleague = await (await startTestServer({ tools: [eager] })).signIn('it');
  const add = () =>
    colleague.send(calls.addNote, { body: { title: 'Lantern' }, headers: { 'idempotency-key': 'eager' } });
  const [first, again] = [await add(), await add()];
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(followed).toEqual(['Lantern']);
});

test('what a route prepares holds no connection, however many requests with a key prepare at once', async () => {
  const requests = 60;
  const everyone = Promise.withResolvers<void>();
  let preparing = 0;
  const slow = defineServerTool({
    tool: sampleTool.tool,
    calls: { addNote: calls.addNote },
    start: async () => ({
      routes: [
        route(
          calls.addNote,
          async (_context, { body: { title } }) => ({ data: { id: randomUUID(), title } }),
          {
            prepare: async () => {
              preparing += 1;
              if (preparing === requests) everyone.resolve();
              await everyone.promise;
            },
          },
        ),
      ],
    }),
  });
  const busy = await startTestServer({
    tools: [slow],
    limits: { turns: { workedOn: requests, waiting: 0 } },
  });
  const colleague = await busy.signIn('it');
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, number) =>
      colleague.send(calls.addNote, {
        body: { title: 'Chair' },
        headers: { 'idempotency-key': `prepared-${number}` },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
}, 20_000);
