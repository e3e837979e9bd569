import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashToken } from '../secrets/secrets.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestServer } from '../testing/test-server.ts';

const statusOf = async (client: TestClient) => (await client.fetch('GET', '/api/auth/account')).status;

test('of someone who signs in again and again, the sessions that no one uses end', async () => {
  const server = await startTestServer();
  const { database } = server.database;
  const [used, unused, other] = [
    await server.signIn('staff'),
    await server.signIn('staff'),
    await server.signIn('student'),
  ];
  const hashOf = (client: TestClient) => hashToken(client.cookies.get('quad-session') ?? '');
  const idleFor = (minutes: number, client: TestClient) =>
    sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes})
      where token_hash = ${hashOf(client)}`.execute(database);
  await sql`insert into sessions (id, token_hash, person_id, provider, subject, user_agent, client_address, expires_at,
      last_seen_at, expired_at)
    select gen_random_uuid(), sha256(number::text::bytea), person_id, provider, subject, '', '',
      now() + interval '1 day', now() - interval '1 hour', case when number <= 20 then now() end
    from sessions, generate_series(1, 520) number where token_hash = ${hashOf(used)}`.execute(database);
  // Someone else's, which are in use, take no place of theirs.
  await sql`insert into sessions (id, token_hash, person_id, provider, subject, user_agent, client_address, expires_at)
    select gen_random_uuid(), sha256(concat('other', number)::bytea), person_id, provider, subject, '', '', expires_at
    from sessions, generate_series(1, 30) number where token_hash = ${hashOf(other)}`.execute(database);
  await idleFor(30, used);
  await idleFor(90, unused);
  await idleFor(90, other);
  const newest = await server.signIn('staff');
  const { rows } = await sql<{ kept: number; live: number }>`
    select count(*)::int as kept, count(*) filter (where expired_at is null)::int as live from sessions
    where person_id = (select person_id from sessions where token_hash = ${hashOf(newest)})`.execute(
    database,
  );
  expect(rows).toEqual([{ kept: 500, live: 500 }]);
  expect(await Promise.all([used, unused, other, newest].map(statusOf))).toEqual([200, 401, 200, 200]);
  // They are on record, unlike those that had expired. No one ended them, so their browsers keep what they have.
  const { rows: ended } = await sql<{ ended: number; told: number }>`
    select (select count(*)::int from audit_entries where action = 'session.end') as ended,
      (select count(*)::int from ended_sessions) as told`.execute(database);
  expect(ended).toEqual([{ ended: 3, told: 0 }]);
});
