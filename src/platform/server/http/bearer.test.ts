import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '../../contract/account.ts';
import { issueToken, withToken } from '../testing/issue-token.ts';
import { sampleTool } from '../testing/sample-tool.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { wrongTokens } from '../tokens/tokens.ts';
import { cookiesThatCount } from './bearer.ts';
import { openWire } from './testing/wire.ts';

const path = '/api/notes';
let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool] });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const note = (title = 'Bell', headers: Record<string, string> = {}) => ({
  payload: JSON.stringify({ title }),
  headers: { 'content-type': 'application/json', ...headers },
});
const add = (secret: string, options = note(), client = server.visitor) =>
  client.fetch('POST', path, withToken(secret, options));

const adder = () => issueToken(server.database, { permissions: ['notes.add'] });

async function entriesOf(actorId: string) {
  const { rows } = await server.database.pool.query(
    'select action, actor_kind, actor_name from audit_entries where actor_id = $1',
    [actorId],
  );
  return rows;
}

async function lastUseOf(id: string): Promise<Date | null> {
  const { rows } = await server.database.pool.query('select last_used_at from service_tokens where id = $1', [
    id,
  ]);
  return rows[0].last_used_at;
}

test('a program writes with its token alone, and the audit log names the token', async () => {
  const { id, secret } = await adder();
  expect(await add(secret)).toMatchObject({ status: 201, body: { data: { title: 'Bell' } } });
  const entry = { action: 'note.create', actor_kind: 'token', actor_name: 'Nightly reports' };
  expect(await entriesOf(id)).toEqual([entry]);
});

test('the last use of a token is recorded, and its secret is stored nowhere', async () => {
  const { id, secret } = await adder();
  await add(secret, { ...note(), remoteAddress: '198.51.100.4' } as never);
  const { rows } = await server.database.pool.query('select * from service_tokens where id = $1', [id]);
  expect(rows[0]).toMatchObject({ last_used_from: '198.51.100.4', last_used_at: expect.any(Date) });
  expect(JSON.stringify(rows)).not.toContain(secret.slice(5));
});

test('a use after a clock that was ahead was set back is the last one', async () => {
  const { id, secret } = await adder();
  await server.database.pool.query(
    `update service_tokens set last_used_at = now() + interval '1 day' where id = $1`,
    [id],
  );
  const { rows } = await server.database.pool.query('select now()');
  await add(secret);
  expect((await lastUseOf(id))?.getTime()).toBeLessThan(rows[0].now.getTime() + 3_600_000);
});

describe('a token is refused', () => {
  const expectRefused = async (options: Parameters<typeof issueToken>[1], status: number, reason: string) => {
    const { id, secret } = await issueToken(server.database, { permissions: ['notes.add'], ...options });
    const answer = await add(secret, { payload: '{', headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status, body: { reason } });
    expect(await entriesOf(id)).toEqual([]);
    return answer;
  };

  test('once it has expired', async () => {
    const { headers } = await expectRefused({ lasts: -1 }, 401, 'token-expired');
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  test('from the moment it is revoked', async () => {
    const { id, secret } = await adder();
    expect((await add(secret)).status).toBe(201);
    await server.database.pool.query('update service_tokens set revoked_at = now() where id = $1', [id]);
    expect(await add(secret)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } });
  });

  test('when it was revoked while the rest of a body was arriving', async () => {
    const { id, secret } = await adder();
    const wire = await openWire(await server.listen());
    const payload = JSON.stringify({ title: 'Bell' });
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${secret}`,
      'Content-Type: application/json',
      `Content-Length: ${payload.length}`,
    ];
    wire.write(`${head.join('\r\n')}\r\n\r\n${payload.slice(0, 5)}`);
    await expect.poll(() => lastUseOf(id)).not.toBeNull();
    await server.database.pool.query('update service_tokens set revoked_at = now() where id = $1', [id]);
    await setTimeout(1_100);
    wire.write(payload.slice(5));
    expect(await wire.until('\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
    expect(await entriesOf(id)).toEqual([]);
    wire.socket.destroy();
  });

  test('without the permission, or with one that no tool declares anymore', async () => {
    await expectRefused({ permissions: ['notes.publish'] }, 403, 'token-permission');
    await expectRefused({ permissions: [] }, 403, 'token-permission');
    // What a person is granted means nothing for a token, under any name.
    await expectRefused({ permissions: ['information-technology.open'] }, 403, 'token-permission');
  });

  test('from an address that is not one of its own', async () => {
    const networks = ['10.20.0.0/16'];
    const { secret } = await issueToken(server.database, { permissions: ['notes.add'], networks });
    const from = (remoteAddress: string) => add(secret, { ...note(), remoteAddress } as never);
    expect(await from('10.21.0.1')).toMatchObject({ status: 403, body: { reason: 'token-address' } });
    expect((await from('::ffff:10.20.3.4')).status).toBe(201);
  });

  test.each(['', 'quad_', `quad_${'a'.repeat(43)}`, 'basic', "' or 1=1"])(
    'when it is "%s"',
    async (secret) => {
      expect(await add(secret)).toMatchObject({ status: 401, body: { reason: 'token-unknown' } });
    },
  );

  test('by every call that does not name it, before it is looked up, with a session or without', async () => {
    const { secret } = await adder();
    for (const client of [server.visitor, it]) {
      for (const address of ['/api/notes/count', readAccount.path]) {
        for (const some of [secret, 'quad_wrong']) {
          const answer = await client.fetch('GET', address, withToken(some));
          expect(answer).toMatchObject({ status: 403, body: { reason: 'no-tokens' } });
        }
      }
    }
  });
});

describe('a cookie along with a token', () => {
  test('does not count: the token alone decides', async () => {
    const { id, secret } = await adder();
    expect((await add(secret, note(), it)).status).toBe(201);
    expect(await entriesOf(id)).toHaveLength(1);
    expect(await add('quad_wrong', note(), it)).toMatchObject({ status: 401 });
  });

  test('does not let a public page or call know who is signed in', async () => {
    const page = await it.fetch('GET', '/', withToken('quad_wrong'));
    expect(page.text).toContain('"account":null');
    expect((await it.fetch('GET', '/')).text).not.toContain('"account":null');
  });

  test('is not ended by it, either', async () => {
    const { headers } = await it.fetch('GET', '/notes', withToken('quad_wrong'));
    expect(headers['set-cookie']).toBeUndefined();
    expect((await it.send(readAccount)).status).toBe(200);
  });
});

test('a screen that names its person is refused when a token comes with it', async () => {
  const { id, secret } = await adder();
  const person = (await it.send(readAccount)).body.id;
  const answer = await add(secret, note('Bell', { 'quad-person': person }), it);
  expect(answer).toMatchObject({ status: 409, body: { reason: 'another-person' } });
  expect(await entriesOf(id)).toEqual([]);
});

test('a token cannot name a person in place of itself', async () => {
  const { secret } = await adder();
  const payload = JSON.stringify({ title: 'Bell', author: 'it@sawtooth.example' });
  expect(await add(secret, { ...note(), payload })).toMatchObject({ status: 403 });
});

test('another site still cannot write with a cookie by adding a header', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const basic = await it.fetch('POST', path, note('Bell', { ...headers, authorization: 'Basic eA==' }));
  expect(basic.status).toBe(403);
  const preflight = await it.fetch('OPTIONS', path, {
    headers: { ...headers, 'access-control-request-headers': 'authorization' },
  });
  expect(preflight.status).toBe(403);
  expect(Object.keys(preflight.headers).join()).not.toMatch(/access-control/);
});

test('the same key from a token writes once, and is not the key of another token or person', async () => {
  const [first, second] = [await adder(), await adder()];
  const key = { 'idempotency-key': randomUUID() };
  const answers = [await add(first.secret, note('Bell', key)), await add(first.secret, note('Bell', key))];
  expect(answers[1]?.text).toBe(answers[0]?.text);
  expect(await entriesOf(first.id)).toHaveLength(1);
  await add(second.secret, note('Bell', key));
  expect(await entriesOf(second.id)).toHaveLength(1);
});

test('wrong tokens of one network are refused with 429 after a while, and right ones never', async () => {
  const { secret } = await adder();
  const from = (some: string) => add(some, { ...note(), remoteAddress: '203.0.113.9' } as never);
  for (let tries = 0; tries < wrongTokens.limit; tries += 1) await from('quad_wrong');
  const refused = await from(`quad_${'b'.repeat(43)}`);
  expect(refused).toMatchObject({ status: 429, body: { reason: 'too-many-tokens' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from(secret)).status).toBe(201);
  expect((await add('quad_wrong')).status).toBe(401);
});

test('cookies do not count next to a token, nor for a call that other sites may send', () => {
  const cookiesWith = (headers: object, config: object) =>
    cookiesThatCount({ headers: { cookie: 'a=b', ...headers }, routeOptions: { config } } as FastifyRequest);
  expect(cookiesWith({}, {})).toBe('a=b');
  expect(cookiesWith({ authorization: 'Bearer x' }, {})).toBeUndefined();
  expect(cookiesWith({}, { fromOtherSites: true })).toBeUndefined();
});
