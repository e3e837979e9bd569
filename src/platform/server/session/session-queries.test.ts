import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../secrets/secrets.ts';
import { whileHeld } from '../testing/other-transaction.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { defaultLifetimes } from './lifetimes.ts';
import { holdSessions, insertSession, touchSession } from './session-queries.ts';

let server: TestServer;
/** Two people, with a session each. */
let own: { id: string; person_id: string };
let other: typeof own;

beforeAll(async () => {
  server = await createTestServer();
  [own, other] = [await signIn('staff'), await signIn('student')];
});
afterAll(() => server.stop());

async function signIn(name: string) {
  const { cookies } = await server.signIn(name);
  return server.database.database
    .selectFrom('sessions')
    .select(['id', 'person_id'])
    .where('token_hash', '=', hashToken(cookies.get('quad-session') ?? ''))
    .executeTakeFirstOrThrow();
}

test('of requests that come in together, one writes when the session was last used', async () => {
  const { database } = server.database;
  await sql`update sessions set last_seen_at = now() - interval '5 minutes' where id = ${own.id}`.execute(
    database,
  );
  const written = async () =>
    (await sql`select xmin from sessions where id = ${own.id}`.execute(database)).rows;
  const before = await written();
  await touchSession(database, own.id, defaultLifetimes);
  const after = await written();
  expect(after).not.toEqual(before);
  await touchSession(database, own.id, defaultLifetimes);
  expect(await written()).toEqual(after);
});

test("a sign-in counts and holds the sessions of its person alone, and waits for no one else's", async () => {
  const { database } = server.database;
  const row = {
    ...{ id: uuid(), token_hash: Buffer.from('token'), person_id: own.person_id, provider: 'demo' },
    ...{ subject: 'staff@sawtooth.example', provider_state: null, provider_keys: [] },
    ...{ user_agent: '', client_address: '127.0.0.1' },
  };
  const start = () =>
    database.transaction().execute(async (transaction) => {
      const before = await insertSession(transaction, row, defaultLifetimes);
      return { before, held: await holdSessions(transaction, own.person_id) };
    });
  expect(await whileHeld(server.database, { table: 'sessions', id: other.id }, start)).toEqual({
    before: 1,
    held: [own.id, row.id].toSorted(),
  });
});
