import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import { type Call, pathOf } from '../src/platform/contract/call.ts';
import { logout } from '../src/platform/contract/sign-in.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestAnswer, TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { describeShape, fieldsOf, loosePlaces } from './every-call/declared-shape.ts';
import { examplesOf } from './examples.ts';

/** Fields with the email of someone other than the caller; the tools name theirs in their examples. */
const notIdentity: Readonly<Record<string, readonly string[]>> = {
  ...examplesOf('namesOthers'),
  // People who want to sign in say who they are; the provider knows whether it is true.
  submitSignIn: ['email'],
};

/** Content that calls accept, by their names. */
const bodies = examplesOf('bodies') as Readonly<Record<string, unknown>>;

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

/** Parameters of the right shape that match nothing. */
function addressOf(call: Call): string {
  const names = Array.from(call.path.matchAll(/:([A-Za-z]+)/g), ([, name = '']) => name);
  const options = Object.entries(fieldsOf(call.params)).map(([name, { enum: words, type }]) => [
    name,
    words?.[0] ?? (type === 'integer' || type === 'number' ? '1' : undefined),
  ]);
  const chosen = Object.fromEntries(options.filter(([, word]) => word !== undefined));
  const all = [uuid(), 'nothing'].map((value) => ({
    ...Object.fromEntries(names.map((name) => [name, value])),
    ...chosen,
  }));
  return pathOf(call, all.find((params) => call.params?.safeParse(params).success === true) ?? {});
}

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

describe('a field that could name a person', () => {
  const couldName =
    /^(e-?mail|.*(email|submittedBy|reviewedBy|requester|owner|author|personId|userId|user))$/i;

  test('names the caller, or the tool says why not', () => {
    const unexplained = calls.flatMap((call) => {
      const fields = [...Object.keys(fieldsOf(call.query)), ...Object.keys(fieldsOf(call.body?.shape))];
      const known = [...(call.identity ?? []), ...(notIdentity[call.name] ?? [])];
      return fields
        .filter((field) => couldName.test(field) && !known.includes(field))
        .map((field) => `${call.name}: ${field}`);
    });
    expect(unexplained).toEqual([]);
  });

  const identities = calls.flatMap((call) =>
    (call.identity ?? []).map((field) => [call.name, field, call] as const),
  );

  test.each(identities)('%s refuses another person in %s, in every spelling', async (_name, field, call) => {
    const others = [
      'student@sawtooth.example',
      ' STUDENT@Sawtooth.Example ',
      'it@sawtooth.example,student@sawtooth.example',
      'it@sawtooth.example\u200b',
      'ıt@sawtooth.example',
      'it@sawtooth.example.evil.example',
      'it',
      uuid(),
    ];
    // Where IT may act for others, someone who may not is refused.
    const [who, swap] = call.actsForOthers === undefined ? [it, (one: string) => one] : [student, swapped];
    for (const other of others.map(swap)) {
      const { status } = await sendWith(call, { [field]: other }, who);
      expect([other, status]).toEqual([other, 403]);
    }
    for (const trick of [['it@sawtooth.example', 'student@sawtooth.example'], { $ne: null }, 1, true]) {
      const { status } = await sendWith(call, { [field]: trick }, who);
      expect([trick, status]).toEqual([trick, expect.toBeOneOf([400, 403])]);
    }
  });
});

/** The names of both people changed places. */
function swapped(text: string): string {
  return text.replace(/student|it(?=@|$)/gi, (name) => (name.toLowerCase() === 'it' ? 'student' : 'it'));
}

/**
 * Sends this field besides what is required: in the address of a call without a body, otherwise as JSON or as a form with
 * files. In an address and in a form a list is the same field again and again.
 */
async function sendWith(call: Call, field: Record<string, unknown>, who: TestClient = it) {
  if (call.body === undefined) {
    const query = Object.entries(field).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
    );
    return who.fetch(call.method, `${addressOf(call)}?${query.join('&')}`);
  }
  const content: Record<string, unknown> = { ...valid(call), ...field };
  if (call.body.kind !== 'upload')
    return who.fetch(call.method, addressOf(call), {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(content),
    });
  const form = new FormData();
  for (const [name, values] of Object.entries(content))
    for (const value of [values].flat()) form.append(name, String(value));
  for (const [name, { required }] of Object.entries(call.body.files))
    if (required) form.append(name, new Blob(['a']), 'a.csv');
  const encoded = new Response(form);
  return who.fetch(call.method, addressOf(call), {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

/** A valid body: what the tool says, or a meaningless text for each required field. */
function valid({ name: call, body }: Call): Record<string, unknown> {
  if (body === undefined) return {};
  const example = bodies[call];
  if (typeof example === 'object' && example !== null) return { ...example };
  const { required = [] } = z.toJSONSchema(body.shape, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(required.map((name) => [name, 'x']));
}
