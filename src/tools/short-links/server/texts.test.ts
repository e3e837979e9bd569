import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;
let staff: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
  staff = await server.signIn('staff');
});
afterAll(() => server.stop());

const add = async (shortUrl: string, longUrl: string) =>
  (await it.send(calls.createLink, { body: { shortUrl, longUrl } })).body.data;

/** Targets that have misled people, or broken out into a header, a page, a query, or a spreadsheet. */
const targets = [
  'https://example.com/%0d%0aSet-Cookie:%20evil=1',
  'https://example.com/%E5%98%8D%E5%98%8ALocation:%20https://evil.example',
  'https://example.com/?next=https://evil.example/&next=//evil.example',
  'https://example.com//evil.example/%2e%2e/%2f%2fevil.example',
  'https://example.com/#javascript:alert(1)',
  'https://example.com/?q=javascript:alert(document.cookie)',
  'https://example.com/"><script>alert(1)</script>',
  "https://example.com/'onmouseover='alert(1)",
  'https://example.com/{{7*7}}#{7*7}<%=7*7%>',
  "https://example.com/?id=1'%20or%20'1'='1;drop%20table%20short_links",
  'https://example.com/?a=1,2;b="c",=1+1',
  'https://example.com/%00%ff%c0%ae%c0%ae',
  'https://example.com/%u202e%E2%80%AEgpj.exe',
  'https://münchen.example/straße?ß=👩‍👩‍👧#ÄÖÜ'.replaceAll('\u200d', ''),
  'https://xn--80ak6aa92e.com/аррӏе',
  'https://evil.example.localhost.example:8443/@localhost:3000/r/x',
  'http://169.254.169.254/latest/meta-data/',
  `https://example.com/${'a'.repeat(2_028)}`,
  `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example/`,
];

test.each(targets.map((target, index) => [index, target] as const))(
  'target %i goes there and nowhere else, and is the same text in every response: %.60s',
  async (index, target) => {
    const { href } = new URL(target);
    const { _id: id, longUrl } = await add(`t-${index}`, target);
    expect(longUrl).toBe(href);
    const listed = await it.send(calls.listLinks, { query: { page: 1, search: `T-${index}` } });
    expect(listed.body.data.find(({ _id }) => _id === id)?.longUrl).toBe(href);
    const history = await it.send(calls.readLinkHistory, { params: { id } });
    expect(history.body.data.map((entry) => entry.longUrl)).toEqual([href]);
    for (const method of ['GET', 'HEAD']) {
      const followed = await server.visitor.fetch(method, `/r/t-${index}`);
      expect([followed.status, followed.headers.location, followed.text]).toEqual([302, href, '']);
      expect(followed.headers['set-cookie']).toBeUndefined();
    }
    const resolved = await server.visitor.fetch('GET', `/api/r/t-${index}`);
    expect([resolved.status, resolved.text]).toEqual([200, href]);
    expect(resolved.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  },
);

test.each([
  '%22%3E%3Cscript%3E',
  'a%0d%0aSet-Cookie:%20evil=1',
  '..%2f..%2fapi%2fauth',
  '__proto__',
  'constructor',
])('an unknown name is shown as text or not at all: %s', async (name) => {
  const page = await server.visitor.fetch('GET', `/r/${name}`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  expect(page.text).not.toMatch(/"><script>|evil=1/);
  const call = await server.visitor.fetch('GET', `/api/r/${name}`);
  expect([call.status, call.headers['set-cookie']]).toEqual([404, undefined]);
  expect(call.text).not.toContain('script');
});

test('a name of the maximum length with every allowed character is followed, drawn, and used as a file name', async () => {
  const name = `${'Aa0_-'.repeat(12)}__--`;
  const { _id: id, shortUrl } = await add(name, 'https://example.com/');
  expect([shortUrl, name.length]).toEqual([name, 64]);
  expect((await server.visitor.fetch('GET', `/r/${name.toUpperCase()}`)).status).toBe(302);
  const code = await it.send(calls.drawLinkCode, { params: { id } });
  expect(code.headers['content-disposition']).toBe(`attachment; filename="${name}.svg"`);
  expect(code.text).not.toMatch(/<script|<foreignObject|href=|on\w+=/i);
  expect(code.headers['content-security-policy']).toMatch(/^default-src 'none'/);
});

describe('what a form does not ask for', () => {
  const forged = {
    _id: '00000000-0000-7000-8000-000000000000',
    id: '00000000-0000-7000-8000-000000000000',
    visits: 1_000_000,
    lastVisitAt: '2020-01-01T00:00:00Z',
    createdBy: 'student@sawtooth.example',
    created_by: 'student@sawtooth.example',
    createdAt: '2001-01-01T00:00:00Z',
    changedBy: 'student@sawtooth.example',
    expired: true,
    can: { everything: true },
    isAdmin: true,
  };
  const expectUntouched = ({ _id, visits, lastVisitAt, createdBy, createdAt, expired }: calls.Link) => {
    expect(_id).not.toBe(forged._id);
    expect({ visits, lastVisitAt, createdBy, expired }).toEqual({
      visits: 0,
      lastVisitAt: null,
      createdBy: 'it@sawtooth.example',
      expired: false,
    });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
  };

  test('is not accepted for a new link', async () => {
    const body = { shortUrl: 'forged', longUrl: 'https://example.com/', version: 9, ...forged };
    const added = await it.send(calls.createLink, { body: body as never });
    expect([added.status, added.body.data.version]).toEqual([201, 1]);
    expectUntouched(added.body.data);
    const doubled = '{"shortUrl":"doubled","longUrl":"https://example.com/","longUrl":"javascript:alert(1)"}';
    const headers = { 'content-type': 'application/json' };
    expect((await it.fetch('POST', '/api/redirects', { headers, payload: doubled })).status).toBe(400);
  });

  test('is not accepted for a changed link', async () => {
    const { _id: id } = await add('to-forge', 'https://example.com/');
    const body = { longUrl: 'https://example.com/2', version: 1, ...forged };
    const changed = await it.send(calls.changeLink, { params: { id }, body: body as never });
    expect([changed.status, changed.body.data.version]).toEqual([200, 2]);
    expectUntouched(changed.body.data);
    const history = await it.send(calls.readLinkHistory, { params: { id } });
    expect(new Set(history.body.data.map(({ changedBy }) => changedBy))).toEqual(
      new Set(['it@sawtooth.example']),
    );
  });
});

test('twenty changes at once from the same state: one is made, nineteen are refused', async () => {
  const { _id: id } = await add('raced', 'https://example.com/');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      it.send(calls.changeLink, {
        params: { id },
        body: { longUrl: `https://example.com/${index}`, version: 1 },
      }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect((await server.visitor.fetch('GET', '/r/raced')).headers.location).toBe(won[0]?.body.data.longUrl);
  expect((await it.send(calls.readLinkHistory, { params: { id } })).body.data).toHaveLength(2);
});

test('people who may not manage links get the same response for a link that exists and one that does not', async () => {
  const { _id: id } = await add('hidden', 'https://example.com/');
  const refusals = new Set<string>();
  for (const one of [id, '00000000-0000-7000-8000-000000000000', 'nonsense', '..%2f..', "1'--"]) {
    for (const call of [
      calls.readLink,
      calls.readLinkHistory,
      calls.readLinkVisits,
      calls.drawLinkCode,
      calls.deleteLink,
    ]) {
      const { status, body } = await staff.fetch(call.method, call.path.replace(':id', one));
      const { detail, title } = body as { detail: string; title: string };
      refusals.add(`${status} ${title} ${detail}`);
    }
  }
  expect([...refusals]).toEqual(['403 Not allowed You are not authorized to do this.']);
});
