import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { expireSession } from './session-queries.ts';
import { createSessions } from './sessions.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.database.deleteFrom('sessions').execute();
});

const day = 86_400;
/** As if the database's clock were set forward by this many seconds, or back. */
const putClock = (seconds: number) =>
  sql`update sessions set created_at = created_at - make_interval(secs => ${seconds}),
    last_seen_at = last_seen_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds}),
    expired_at = expired_at - make_interval(secs => ${seconds}),
    groups_read_at = groups_read_at - make_interval(secs => ${seconds}),
    groups_tried_at = groups_tried_at - make_interval(secs => ${seconds})`.execute(server.database.database);
const statusOf = async (client: TestClient) => (await client.fetch('GET', '/api/auth/account')).status;
const tokenOf = (client: TestClient) => client.cookies.get('quad-session') ?? '';
const rows = () => server.database.database.selectFrom('sessions').selectAll().execute();

describe('a session that has expired', () => {
  it('stays so when the clock jumps a day ahead and back', async () => {
    const [seen, cleanedUp] = [await server.signIn('staff'), await server.signIn('student')];
    await putClock(day);
    expect(await statusOf(seen)).toBe(401);
    const { sessions } = server.quad.platform;
    expect(await sessions.expire()).toBe(1);
    await putClock(-day);
    expect([await statusOf(seen), await statusOf(cleanedUp)]).toEqual([401, 401]);
    const people = await server.database.database.selectFrom('people').select('id').execute();
    const listed = await Promise.all(people.map(({ id }) => sessions.listOf(id)));
    expect(listed.flat()).toEqual([]);
  });

  it('is never mistaken for one that was ended, which is known for 400 days', async () => {
    const { sessions } = server.quad.platform;
    const [left, gone] = [await server.signIn('staff'), await server.signIn('student')];
    const tokens = [left, gone].map(tokenOf);
    await gone.fetch('GET', '/api/auth/providers/demo/logout', { headers: { 'sec-fetch-mode': 'navigate' } });
    await putClock(day);
    expect(await statusOf(left)).toBe(401);
    const ended = () => Promise.all(tokens.map(sessions.wasEnded));
    expect(await ended()).toEqual([false, true]);
    await putClock(6 * day);
    await sessions.expire();
    expect(await rows()).toHaveLength(1);
    await putClock(2 * day);
    await sessions.expire();
    expect(await rows()).toEqual([]);
    expect(await ended()).toEqual([false, true]);
    await sql`update ended_sessions set ended_at = ended_at - interval '401 days'`.execute(
      server.database.database,
    );
    await sessions.expire();
    expect(await ended()).toEqual([false, false]);
  });

  it('keeps no token of its provider past the clean-up, which leaves live ones alone', async () => {
    const left = await server.signIn('staff');
    await putClock(day);
    expect(await statusOf(left)).toBe(401);
    await server.signIn('student');
    await putClock(day);
    const alive = await server.signIn('it');
    await server.database.database.updateTable('sessions').set({ provider_state: 'v1.sealed' }).execute();
    expect(await server.quad.platform.sessions.expire()).toBe(1);
    expect(
      (await rows()).map(({ expired_at, provider_state }) => [expired_at !== null, provider_state]),
    ).toEqual(
      expect.arrayContaining([
        [true, null],
        [true, null],
        [false, 'v1.sealed'],
      ]),
    );
    expect(await statusOf(alive)).toBe(200);
  });

  it('is as the clean-up left it from then on, even if it was used while the clock was ahead', async () => {
    const { database } = server.database;
    await server.signIn('staff');
    const { sessions } = server.quad.platform;
    await putClock(day);
    await sessions.expire();
    await sql`update sessions set last_seen_at = now() + interval '1 day'`.execute(database);
    const written = async () => (await sql`select xmin, expired_at from sessions`.execute(database)).rows;
    const before = await written();
    await sessions.expire();
    // Of two requests that find it expired, the second changes nothing, either.
    for (const { id } of await rows()) await expireSession(database, id);
    expect(await written()).toEqual(before);
  });

  it('is not kept alive by the clean-up: only a request counts as use', async () => {
    const client = await server.signIn('staff');
    for (const hours of [5, 4]) {
      await putClock(hours * 3_600);
      await server.quad.platform.sessions.expire();
    }
    expect(await statusOf(client)).toBe(401);
  });
});

describe('a session that was started while the clock was a day ahead', () => {
  const hour = 3_600;

  it('continues when the clock is set back, and ends after eight hours without a request', async () => {
    const [used, left] = [await server.signIn('staff'), await server.signIn('student')];
    await putClock(-day);
    expect(await statusOf(used)).toBe(200);
    expect(await server.quad.platform.sessions.expire()).toBe(0);
    await putClock(7 * hour);
    expect(await statusOf(used)).toBe(200);
    await putClock(2 * hour);
    expect([await statusOf(used), await statusOf(left)]).toEqual([200, 401]);
    await putClock(9 * hour);
    expect(await statusOf(used)).toBe(401);
  });

  it('ends 24 hours later at the latest', async () => {
    const client = await server.signIn('staff');
    await putClock(-day);
    for (let hours = 0; hours < 24; hours += 6) {
      expect(await statusOf(client)).toBe(200);
      await putClock(6 * hour);
    }
    expect(await statusOf(client)).toBe(401);
  });
});

it('of a provider that cannot be asked again expires once its groups are 15 minutes old', async () => {
  const client = await server.signIn('staff');
  const sessions = createSessions({
    ...server.quad.platform,
    providers: { find: () => ({}) },
    settings: {
      accessMap: {
        permissionsOf: () => new Set(),
        granted: new Map(),
        ownerOf: () => null,
        grantByRows: () => undefined,
        besides: () => [],
      },
      environment: { groupsSeconds: 900 },
    },
  });
  expect(await sessions.authenticate(tokenOf(client))).toMatchObject({ groups: ['Domain-Staff'] });
  await putClock(901);
  expect(await sessions.authenticate(tokenOf(client))).toBeNull();
  expect(await statusOf(client)).toBe(401);
  expect(await rows()).toMatchObject([{ expired_at: expect.any(Date) }]);
  expect(await sessions.wasEnded(tokenOf(client))).toBe(false);
});
