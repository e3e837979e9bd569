import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../testing/test-client.ts';
import { createTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';

const account = '/api/auth/account';
let server: TestServer;
/** A second instance on the same database. */
let other: TestServer;

beforeAll(async () => {
  server = await createTestServer();
  other = await createTestServer({ database: server.database });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  await server.database.database.deleteFrom('sessions').execute();
});

const statusOf = async (client: TestClient) => (await client.fetch('GET', account)).status;
/** The same browser at the other instance. */
const atOther = (client: TestClient) => {
  const same = new TestClient(other.quad.app);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
};
const shift = (column: string, seconds: number) =>
  sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds})`.execute(
    server.database.database,
  );
/** As if the provider had last been asked this many seconds earlier. */
const ageGroups = async (seconds: number) => {
  await shift('groups_read_at', seconds);
  await shift('groups_tried_at', seconds);
};
const sessionRows = () => server.database.database.selectFrom('sessions').selectAll().execute();
const auditOf = (action: string) =>
  server.database.database.selectFrom('audit_entries').selectAll().where('action', '=', action).execute();

describe('the cookie', () => {
  it('is 256 random bits, of which the database keeps only a hash', async () => {
    const client = await server.signIn('staff');
    const token = client.cookies.get('quad-session') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const dump = JSON.stringify(await sessionRows());
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`, '../../etc/passwd', 'a'.repeat(900)])(
    'that was never issued (%j) belongs to no one',
    async (token) => {
      const client = new TestClient(server.quad.app);
      client.cookies.set('quad-session', token);
      expect(await statusOf(client)).toBe(401);
    },
  );

  it('has the __Host- name and Secure if the portal is reached by https', async () => {
    const secure = await startTestServer({
      variables: { PUBLIC_URL: 'https://quad.college.edu', QUAD_DEMO: 'on' },
    });
    const answer = await secure.visitor.fetch('POST', '/api/auth/providers/demo/login', {
      headers: { host: 'quad.college.edu', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=it@sawtooth.example',
    });
    expect(answer.status).toBe(303);
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-quad-session=.*; Secure/);
    const headers = { host: 'quad.college.edu' };
    expect((await secure.visitor.fetch('GET', account, { headers })).status).toBe(200);
    const plain = { ...headers, cookie: `quad-session=${secure.visitor.cookies.get('__Host-quad-session')}` };
    expect((await new TestClient(secure.quad.app).fetch('GET', account, { headers: plain })).status).toBe(
      401,
    );
  });
});

describe('signing in again', () => {
  it('issues a new id and ends the old session, so that a planted cookie is worth nothing', async () => {
    const attacker = await server.signIn('student');
    const planted = attacker.cookies.get('quad-session') ?? '';
    const victim = new TestClient(server.quad.app);
    victim.cookies.set('quad-session', planted);
    expect(await statusOf(victim)).toBe(200);

    await victim.fetch('POST', '/api/auth/providers/demo/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=it@sawtooth.example',
    });
    expect(victim.cookies.get('quad-session')).not.toBe(planted);
    expect((await victim.fetch('GET', account)).body).toMatchObject({ email: 'it@sawtooth.example' });
    expect(await statusOf(attacker)).toBe(401);
    expect(await sessionRows()).toHaveLength(1);
  });

  it('never accepts an id that the browser brings', async () => {
    const client = new TestClient(server.quad.app);
    client.cookies.set('quad-session', 'A'.repeat(43));
    await client.fetch('POST', '/api/auth/providers/demo/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=it@sawtooth.example',
    });
    expect(client.cookies.get('quad-session')).not.toBe('A'.repeat(43));
  });

  it('in another browser leaves the first session alone', async () => {
    const [first, second] = [await server.signIn('staff'), await server.signIn('staff')];
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  });

  it('adds an audit entry for the person, with the client address', async () => {
    await server.signIn('faculty');
    const entry = (await auditOf('session.start')).at(-1);
    expect(entry).toMatchObject({
      actor_kind: 'person',
      actor_name: 'Felix Carraway',
      client_address: '127.0.0.1',
      about: entry?.actor_id,
    });
    expect(entry?.after).toMatchObject({ provider: 'demo' });
    expect(JSON.stringify(entry)).not.toMatch(/token/);
  });
});

describe('time', () => {
  it('ends a session after 8 hours without a request', async () => {
    const client = await server.signIn('staff');
    await shift('last_seen_at', 8 * 3_600 - 5);
    expect(await statusOf(client)).toBe(200);
    await shift('last_seen_at', 8 * 3_600 + 5);
    expect(await statusOf(client)).toBe(401);
  });

  it('ends a session 24 hours after the sign-in, no matter how busy it is', async () => {
    const client = await server.signIn('staff');
    const [row] = await sessionRows();
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(24 * 3_600_000);
    await shift('expires_at', 24 * 3_600 - 5);
    expect(await statusOf(client)).toBe(200);
    await shift('expires_at', 10);
    expect(await statusOf(client)).toBe(401);
  });

  it('writes the time of last use at most once a minute', async () => {
    const client = await server.signIn('staff');
    await shift('last_seen_at', 30);
    const [before] = await sessionRows();
    await statusOf(client);
    expect((await sessionRows())[0]?.last_seen_at).toEqual(before?.last_seen_at);
    await shift('last_seen_at', 31);
    await statusOf(client);
    expect(Date.now() - ((await sessionRows())[0]?.last_seen_at.getTime() ?? 0)).toBeLessThan(20_000);
  });
});

describe('a cookie that is kept', () => {
  it('is invalid after logout, at both instances', async () => {
    const client = await server.signIn('staff');
    const replay = atOther(client);
    expect(await statusOf(replay)).toBe(200);
    const answer = await client.fetch('GET', '/api/auth/providers/demo/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(303);
    expect(await statusOf(replay)).toBe(401);
    expect(await sessionRows()).toHaveLength(0);
    expect((await auditOf('session.end')).at(-1)).toMatchObject({
      actor_kind: 'person',
      actor_name: 'Stellan Marbury',
    });
  });

  it('is invalid as soon as the person is blocked', async () => {
    const client = await server.signIn('volunteer');
    await server.database.database
      .updateTable('people')
      .set({ disabled: true })
      .where('email', '=', 'volunteer@sawtooth.example')
      .execute();
    expect([await statusOf(client), await statusOf(atOther(client))]).toEqual([401, 401]);
    await expect(server.signIn('volunteer')).rejects.toThrow(/403.*blocked/s);
  });

  it('is invalid when its provider is no longer configured', async () => {
    const client = await server.signIn('staff');
    await server.database.database.updateTable('people').set({ disabled: false }).execute();
    await sql`insert into identities (provider, subject, person_id)
      select 'former', subject, person_id from identities where subject = 'staff@sawtooth.example'`.execute(
      server.database.database,
    );
    await server.database.database.updateTable('sessions').set({ provider: 'former' }).execute();
    expect(await statusOf(client)).toBe(401);
  });
});

describe('groups', () => {
  const setGroups = (name: string, groups: string[]) =>
    server.database.database
      .updateTable('demo_people')
      .set({ groups })
      .where('email', '=', `${name}@sawtooth.example`)
      .execute();
  const groupsOf = async (client: TestClient) =>
    ((await client.fetch('GET', account)).body as { groups: string[] }).groups;

  it('are read again after 15 minutes, not before', async () => {
    const client = await server.signIn('it');
    await setGroups('it', ['Domain-Staff']);
    await ageGroups(890);
    expect(await groupsOf(client)).toEqual(['Domain-IT', 'Domain-Staff']);
    await ageGroups(15);
    expect(await groupsOf(client)).toEqual(['Domain-Staff']);
    await setGroups('it', ['Domain-IT', 'Domain-Staff']);
  });

  it("that one session reads again apply to the person's other sessions at once", async () => {
    const [first, second] = [await server.signIn('ra'), await server.signIn('ra')];
    await setGroups('ra', ['Domain-Student']);
    const token = first.cookies.get('quad-session');
    await sql`update sessions set groups_read_at = now() - interval '16 minutes', groups_tried_at = now() - interval '16 minutes'
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(server.database.database);
    expect(await groupsOf(first)).toEqual(['Domain-Student']);
    expect(await groupsOf(second)).toEqual(['Domain-Student']);
  });

  it('end the session when the provider no longer knows the person', async () => {
    const client = await server.signIn('business');
    await server.database.database
      .updateTable('demo_people')
      .set({ disabled: true })
      .where('email', '=', 'business@sawtooth.example')
      .execute();
    expect(await statusOf(client)).toBe(200);
    await ageGroups(901);
    expect([await statusOf(client), await statusOf(atOther(client))]).toEqual([401, 401]);
  });

  it('are requested again when the instance that was asking is gone', async () => {
    const client = await server.signIn('fgd');
    await setGroups('fgd', ['Domain-Faculty']);
    await ageGroups(1_000);
    // Begun 30 seconds ago, with neither a result nor a failure.
    await sql`update sessions set groups_tried_at = now() - interval '30 seconds'`.execute(
      server.database.database,
    );
    expect(await groupsOf(client)).toEqual(['Domain-Faculty']);
  });

  it('are requested sooner where QUAD_GROUPS_SECONDS says so', async () => {
    const quick = await startTestServer({ variables: { QUAD_GROUPS_SECONDS: '5' } });
    const client = await quick.signIn('faculty');
    await quick.database.database.updateTable('demo_people').set({ groups: [] }).execute();
    await sql`update sessions set groups_read_at = now() - interval '6 seconds',
      groups_tried_at = now() - interval '6 seconds'`.execute(quick.database.database);
    expect(await groupsOf(client)).toEqual([]);
  });
});
