import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, type Reader } from '../db/database.ts';
import { hashToken } from '../secrets/secrets.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { defaultLifetimes } from './lifetimes.ts';
import { createSessionReads } from './session-reads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

/** The reads, and the number of statements that they took. */
function openReads(database: Pick<Database, 'getExecutor'> = server.database.database) {
  let statements = 0;
  const counting = {
    getExecutor: () => {
      statements += 1;
      return database.getExecutor();
    },
  } as unknown as Reader;
  const times = { ...defaultLifetimes, groups: 900 };
  return { read: createSessionReads(counting, times), statements: () => statements };
}

const hashOf = (client: TestClient) => hashToken(client.cookies.get('quad-session') ?? '');

test('requests that come in together share a statement, and each gets its own person', async () => {
  const { read, statements } = openReads();
  const [staff, student] = [await server.signIn('staff'), await server.signIn('student')];
  const hashes = [hashOf(staff), hashOf(student), hashToken('of nobody'), hashOf(staff)];
  const rows = await Promise.all(hashes.map((hash) => read(hash)));
  expect(rows.map((row) => row?.email ?? null)).toEqual([
    'staff@sawtooth.example',
    'student@sawtooth.example',
    null,
    'staff@sawtooth.example',
  ]);
  expect(statements()).toBe(1);
});

test('a request that arrives while another one is being read gets what is true now', async () => {
  const { read, statements } = openReads();
  const hash = hashOf(await server.signIn('staff'));
  const earlier = read(hash);
  await new Promise(setImmediate);
  await sql`delete from sessions where token_hash = ${hash}`.execute(server.database.database);
  expect(await read(hash)).toBeNull();
  await earlier;
  expect(statements()).toBe(2);
});

test('more than fit into a statement all get their person', async () => {
  const { read, statements } = openReads();
  const hash = hashOf(await server.signIn('staff'));
  const strangers = Array.from({ length: 450 }, (_, index) => read(hashToken(String(index))));
  const mine = await read(hash);
  expect(mine?.email).toBe('staff@sawtooth.example');
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([null]));
  expect(statements()).toBe(3);
});

test('a failure reaches every request it concerns, and the next request is served', async () => {
  let isAway = true;
  const { database } = server.database;
  const away = { getExecutor: () => (isAway ? refuse() : database.getExecutor()) };
  const refuse = () => {
    throw new Error('away');
  };
  const { read } = openReads(away);
  const outcomes = await Promise.allSettled(['a', 'b'].map((token) => read(hashToken(token))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await read(hashToken('c'))).toBeNull();
});

test('no read is planned again, however many sessions there are', async () => {
  const client = await server.signIn('staff');
  const { id, person_id, provider, subject } = await server.database.database
    .selectFrom('sessions')
    .select(['id', 'person_id', 'provider', 'subject'])
    .where('token_hash', '=', hashOf(client))
    .executeTakeFirstOrThrow();
  // So many that an index pays: one hash then looks cheaper than the unknown number for which a plan is kept.
  await sql`insert into sessions (id, token_hash, person_id, provider, subject, provider_keys, user_agent, client_address,
      expires_at)
    select gen_random_uuid(), sha256(${id}::bytea || number::text::bytea), ${person_id}, ${provider}, ${subject}, '{}', '', '', now() + interval '1 day'
    from generate_series(1, 5000) as number`.execute(server.database.database);
  await sql`analyze sessions`.execute(server.database.database);
  const { database: reader, close } = openDatabase(server.database.settings, { size: 1, readOnly: true });
  onTestFinished(close);
  const { read } = openReads(reader);
  for (let time = 0; time < 20; time += 1) await read(hashOf(client));
  const { rows } = await sql`select custom_plans::int, generic_plans::int from pg_prepared_statements
    where statement like '%from sessions%'`.execute(reader);
  // Five to compare with, as PostgreSQL does, after the four before the statement is kept.
  expect(rows).toEqual([{ custom_plans: 5, generic_plans: 11 }]);
});
