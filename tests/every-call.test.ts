import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { logout } from '../src/platform/contract/sign-in.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestAnswer, TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { addressOf } from './every-call/address-of.ts';
import { describeShape, fieldsOf, loosePlaces } from './every-call/declared-shape.ts';

const calls = groupCalls(serverTools).flatMap((group) => group.calls);
const named = calls.map((call) => [call.name, call] as const);
const writes = named.filter(([, { method }]) => method !== 'GET');
const reads = named.filter(([, { method }]) => method === 'GET');

let server: TestServer;
let it: TestClient;
let student: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  it = await server.signIn('it');
  student = await server.signIn('student');
});
afterAll(() => server.stop());

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data; boundary=x',
};

function emptyBody({ body }: Call): { payload?: string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  const payload = { json: '{}', form: 'a=b', upload: '--x--\r\n' }[body.kind];
  return { payload, headers: { 'content-type': contentTypes[body.kind] } };
}

function ask(client: TestClient, call: Call, headers: Record<string, string> = {}, query = '') {
  const content = emptyBody(call);
  return client.fetch(call.method, addressOf(call) + query, {
    ...content,
    headers: { ...content.headers, ...headers },
  });
}

/** No one, and IT, who may do everything, except where it would end the session that the other calls need. */
function peopleFor({ name }: Call): TestClient[] {
  return name === 'logout' || name === 'confirmLogout' ? [server.visitor] : [server.visitor, it];
}

/** Counts everything that people have caused to be written since the database was created. */
async function countWrites(): Promise<number> {
  const { rows } = await server.database.pool.query(
    `select count(*) as entries from audit_entries where actor_kind <> 'system'`,
  );
  return rows[0].entries;
}

/** What every response has, no matter what it says and who gets it. */
function expectGuarded({ headers }: TestAnswer): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  // A page is drawn, and its scripts run.
  if (/^text\/html/.test(String(headers['content-type'])))
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  const names = Object.keys(headers).join(' ');
  expect(names).not.toMatch(/access-control-|server\b|x-powered-by|etag|last-modified/);
  expect(String(headers['content-type'] ?? 'charset=utf-8')).toMatch(/charset=utf-8|^image\//);
  expect(String(headers.location ?? '/')).toMatch(/^\/(?![/\\])/);
}

describe.each(named)('%s', (_name, call) => {
  test('sends everyone every security header and keeps the response out of every cache', async () => {
    for (const client of peopleFor(call)) {
      expectGuarded(await ask(client, call));
      expectGuarded(await ask(client, call, { accept: 'text/html', 'sec-fetch-mode': 'navigate' }));
    }
  });

  test('accepts no other way to state the method than the method itself', async () => {
    const before = await countWrites();
    const pretending = {
      'x-http-method-override': call.method,
      'x-http-method': call.method,
      'x-method-override': call.method,
    };
    const address = addressOf(call);
    const declared = calls
      .filter(({ path }) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(address))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (method) => !declared.includes(method),
    );
    for (const method of others) {
      const answer = await it.fetch(method, `${address}?_method=${call.method}`, {
        headers: { ...pretending, 'x-secret': 'echo me' },
      });
      // What responds ahead of the routes knows no other method.
      expect([method, answer.status]).toEqual([method, call.path.startsWith('/r/') ? 404 : 405]);
      expect(answer.text).not.toContain('echo me');
      expectGuarded(answer);
      if (answer.status === 405)
        expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(
          [...new Set(declared)].toSorted(),
        );
    }
    expect(await countWrites()).toBe(before);
  });

  test('lets nothing from an address into a header', async () => {
    const names = [...Object.keys(fieldsOf(call.query)), 'x'];
    const evil = '/%0d%0aset-cookie:%20evil=1%E5%98%8D%E5%98%8Aset-cookie:%20evil=2';
    for (const client of peopleFor(call)) {
      const query = `?${names.map((name) => `${name}=${evil}`).join('&')}`;
      const { status, headers } = await ask(client, call, {}, query);
      expect(status).toBeLessThan(500);
      expect(String(headers['set-cookie'] ?? '')).not.toContain('evil');
      expect(JSON.stringify(headers)).not.toMatch(/\\[rn]|[\u560a\u560d]/);
    }
  });
});

/** Calls that declare themselves that a page of another site may send them. */
const open = writes.filter(([, { fromOtherSites }]) => fromOtherSites === true);

test('only the response of a SAML provider may come from another site, and no one is signed in for it', async () => {
  expect(open.map(([name, { access }]) => [name, access])).toEqual([['receiveResponse', 'public']]);
  // The exception is the call's own: neither its address nor a neighbor of it accepts anything else.
  const cookies = new Map(it.cookies);
  for (const [, call] of open) {
    const before = await countWrites();
    const answer = await ask(it, call, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
    for (const neighbor of ['', '/', '/x', '?x', '%2f'].map(
      (end) => `${addressOf(call).replace(/\/callback$/, '')}${end}`,
    )) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect([neighbor, (await it.fetch('POST', neighbor, { headers })).status]).toEqual([neighbor, 403]);
    }
    expect(await countWrites()).toBe(before);
  }
  expect(it.cookies).toEqual(cookies);
});

describe.each(writes.filter((named) => !open.includes(named)))('%s', (_name, call) => {
  test.each([
    ['cross-site', 'http://localhost:3000'],
    ['', 'http://localhost:3000.evil.example'],
    ['', ''],
  ])('is refused when another site sends it (Sec-Fetch-Site "%s", Origin "%s")', async (site, origin) => {
    const before = await countWrites();
    const headers = { 'sec-fetch-site': site, origin };
    expect((await ask(it, call, headers)).status).toBe(403);
    expect(await countWrites()).toBe(before);
  });

  test('accepts nothing that it does not declare', () => {
    if (call.body === undefined) return;
    expect(loosePlaces(describeShape(call.body.shape))).toEqual([]);
  });
});

describe.each(reads)('%s', (_name, call) => {
  test('handles HEAD like GET, and sends only headers', async () => {
    for (const client of [server.visitor, student]) {
      const get = await ask(client, call);
      const head = await client.fetch('HEAD', addressOf(call));
      expect([head.status, head.text]).toEqual([get.status, '']);
      expectGuarded(head);
    }
  });

  test('writes nothing and sets no cookie on HEAD, for anyone and in any way', async () => {
    const before = await countWrites();
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
    for (const headers of [{}, navigation]) {
      const { headers: answered } = await it.fetch('HEAD', addressOf(call), { headers });
      expect(answered['set-cookie']).toBeUndefined();
    }
    expect(await countWrites()).toBe(before);
    expect((await it.fetch('GET', '/api/auth/account')).status).toBe(200);
  });

  test('does not trust a repeated parameter more than a single one', async () => {
    for (const name of Object.keys(fieldsOf(call.query))) {
      const { status } = await ask(it, call, {}, `?${name}=1&${name}=2&${name}[]=3&${name}[x]=4`);
      expect([name, status]).toEqual([name, expect.toBeOneOf([200, 302, 400, 404])]);
    }
  });
});

test('a cookie that is kept after signing out is worthless for every call', async () => {
  const leaving = await server.signIn('it');
  const kept = new Map(leaving.cookies);
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
  await leaving.send(logout, { params: { provider: 'demo' }, headers: navigation });
  for (const [name, value] of kept) leaving.cookies.set(name, value);
  for (const [name, call] of named.filter(([, { access }]) => access !== 'public')) {
    expect([name, (await ask(leaving, call)).status]).toEqual([name, 401]);
  }
});
