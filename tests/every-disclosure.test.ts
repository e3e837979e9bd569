import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { exampleMaker, examplesOf } from './examples.ts';

const calls = groupCalls(serverTools).flatMap((group) => group.calls);
const bodies = examplesOf('bodies');
const files = examplesOf('files');
const disclosing = calls.filter(({ discloses }) => discloses !== undefined);

const silent: ReadonlySet<string> = new Set([
  // Of the demo; nothing in it is about anyone.
  'downloadPcardSample',
  // Writes, whose entry says more.
  'processPcard',
  'searchSignIns',
]);

/** Fields that the specification calls sensitive: where someone signed in from and with what, and grades with their students. */
const sensitive = /"(clientAddress|ipAddress|userAgent|grade|bestScore|student)":/;

let server: TestServer;
let it: TestClient;
let student: TestClient;
let subjects: ReadonlyMap<string, Record<string, string>>;

beforeAll(async () => {
  const variables = examplesOf('variables');
  server = await createTestServer({ tools: serverTools, places, placePermissions, variables });
  it = await server.signIn('it');
  student = await server.signIn('student');
  const make = exampleMaker(server);
  const found = Object.entries(examplesOf('subjects')).map(
    async ([name, find]) => [name, await find(make)] as const,
  );
  subjects = new Map(await Promise.all(found));
});
afterAll(() => server.stop());

async function entriesOf(action: string) {
  const { rows } = await server.database.pool.query(
    'select actor_name, subject_type, subject_id, after from audit_entries where action = $1',
    [action],
  );
  return rows;
}

function requestOf(call: Call) {
  const subject = subjects.get(call.name);
  if (subject === undefined && call.path.includes(':')) {
    throw new Error(`${call.name} needs something to show: see subjects in the examples of its tool.`);
  }
  // What is no parameter of the path belongs in the query.
  const query = Object.entries(subject ?? {}).filter(([name]) => !call.path.includes(`:${name}`));
  return {
    params: subject ?? {},
    query: Object.fromEntries(query),
    body: bodies[call.name],
    files: files[call.name] ?? {},
  };
}

const ask = (who: TestClient, call: Call, method: string = call.method) =>
  who.send({ ...call, method } as Call, requestOf(call) as never);

test('every call that returns many records at once, or sensitive data about others, says so', () => {
  const forgotten = calls.filter(({ name, reply, access, discloses }) => {
    if (discloses !== undefined || silent.has(name)) return false;
    if (reply.kind === 'download') return !reply.contentType.startsWith('image/');
    // Without its own permission, a call shows only what belongs to the caller.
    const isOwn = access === 'public' || access === 'signed-in';
    return reply.kind === 'json' && !isOwn && sensitive.test(JSON.stringify(z.toJSONSchema(reply.shape)));
  });
  expect(forgotten.map(({ name }) => name)).toEqual([]);
  expect(disclosing.length).toBeGreaterThan(2);
});

test.each(disclosing.map((call) => [call.name, call] as const))(
  '%s leaves one entry for each response: who saw what about whom',
  async (_name, call) => {
    const { discloses: action = '' } = call;
    if (call.access !== 'signed-in') expect((await ask(student, call)).status).toBe(403);
    if (call.method === 'GET') expect((await ask(it, call, 'HEAD')).status).toBe(200);
    expect(await entriesOf(action)).toEqual([]);
    const [type = ''] = action.split('.');
    const entry = {
      actor_name: 'Iris Thornwell',
      subject_type: type,
      subject_id: Object.values(subjects.get(call.name) ?? {})[0] ?? 'all',
    };
    expect((await ask(it, call)).status).toBe(200);
    expect(await entriesOf(action)).toMatchObject([entry]);
    expect((await ask(it, call)).status).toBe(200);
    expect(await entriesOf(action)).toMatchObject([entry, entry]);
  },
);

test('what cannot be recorded is not disclosed', async () => {
  await server.database.pool.query(
    `alter table audit_entries add constraint full_disk check (action !~ '(read|preview|export|reveal)$') not valid`,
  );
  for (const call of disclosing) {
    const { status, text } = await ask(it, call);
    expect([call.name, status]).toEqual([call.name, 500]);
    expect(text).not.toMatch(/student@|createdAt|an account number/);
  }
  await server.database.pool.query('alter table audit_entries drop constraint full_disk');
});
