import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pretendingToBe } from '../../../platform/server/testing/pretended-address.ts';
import { servedOldFor } from '../../../platform/server/testing/served-old-for.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;
let address = '';
beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
  address = await server.listen();
});
afterAll(() => server.stop());

const target = 'https://www.sawtooth.example/target';
async function add(shortUrl: string, expirationDate?: string): Promise<string> {
  const body = { shortUrl, longUrl: target, ...(expirationDate === undefined ? {} : { expirationDate }) };
  return (await it.send(calls.createLink, { body })).body.data._id;
}
async function visitsOf(shortUrl: string): Promise<number | undefined> {
  const { body } = await it.send(calls.listLinks, { query: { page: 1, search: shortUrl } });
  return body.data.find((link) => link.shortUrl === shortUrl)?.visits;
}
/** Over the wire, where the hot path is. */
const follow = (shortUrl: string, init: RequestInit = {}) =>
  fetch(`${address}/r/${shortUrl}`, { redirect: 'manual', ...init });

describe('a live link', () => {
  test('is a 302 at once, for anyone and in any spelling of the name', async () => {
    await add('live-link');
    for (const spelling of ['live-link', 'LIVE-LINK', 'Live-Link?utm=1']) {
      const answer = await follow(spelling, { headers: { accept: 'application/json' } });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  test('returns its address as text to the call of the screen', async () => {
    await add('as-text');
    const { status, headers, text } = await server.visitor.send(calls.resolveLink, {
      params: { shortUrl: 'as-text' },
    });
    expect([status, text]).toEqual([200, target]);
    expect(headers['content-type']).toContain('text/plain');
  });

  test('counts each response once, but not a HEAD', async () => {
    await add('counted');
    await follow('counted');
    await follow('counted');
    await follow('counted', { method: 'HEAD' });
    await server.visitor.send(calls.resolveLink, { params: { shortUrl: 'counted' } });
    await expect.poll(() => visitsOf('counted'), { timeout: 3_000 }).toBe(3);
  });

  test('followed 10,000 times in parallel is counted exactly', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await add('busy');
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => it.fetch('GET', '/r/busy')));
      expect(answers.every(({ status }) => status === 302)).toBe(true);
    }
    await expect.poll(() => visitsOf('busy'), { timeout: 5_000 }).toBe(10_000);
  });

  test('goes to its new target right after a change', async () => {
    const id = await add('changed');
    await follow('changed');
    const longUrl = 'https://www.sawtooth.example/elsewhere';
    await it.send(calls.changeLink, { params: { id }, body: { longUrl } });
    expect((await follow('changed')).headers.get('location')).toBe(longUrl);
  });
});

describe('an expired link', () => {
  test("is 410 from the second in which it expires, by the database's clock", async () => {
    const id = await add('expires', new Date(Date.now() + 60_000).toISOString());
    expect((await follow('expires')).status).toBe(302);
    const soon = Date.now() + 1_200;
    const body = { longUrl: target, expirationDate: new Date(soon).toISOString() };
    await it.send(calls.changeLink, { params: { id }, body });
    // Until then it goes to its target; how often that is seen depends on the machine.
    for (let status = 302; status !== 410; ) {
      const askedAt = Date.now();
      ({ status } = await follow('expires'));
      expect(status === 410 ? Date.now() >= soon : askedAt < soon).toBe(true);
    }
    const params = { shortUrl: 'expires' };
    const resolved = await server.visitor.send(calls.resolveLink, { params });
    expect(resolved).toMatchObject({ status: 410, body: { reason: 'expired' } });
  });

  test('stays expired when the clock jumps a day ahead and back, until someone edits it', async () => {
    const id = await add('jumped', new Date(Date.now() + 3_600_000).toISOString());
    const putClock = (by: string) =>
      server.database.pool.query(`update short_links set expires_at = expires_at - ${by}`);
    await putClock("interval '1 day'");
    expect((await follow('jumped')).status).toBe(410);
    await putClock("interval '-1 day'");
    expect((await follow('jumped')).status).toBe(410);
    const { body } = await it.send(calls.listLinks, { query: { page: 1, search: 'jumped' } });
    expect(body.data[0]).toMatchObject({ expired: true });
    const edit = { longUrl: target, expirationDate: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await it.send(calls.changeLink, { params: { id }, body: edit })).body.data.expired).toBe(false);
    expect((await follow('jumped')).status).toBe(302);
  });

  test('shows the page of the portal and counts nothing', async () => {
    await add('past', new Date(Date.now() - 1_000).toISOString());
    const answer = await follow('past');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    expect(await visitsOf('past')).toBe(0);
  });
});

describe('a name that does not exist', () => {
  test.each(['nothing', 'a%00b', '%E4', 'x'.repeat(1_000), '..%2f..%2fetc', '<script>'])(
    '%s is 404',
    async (name) => {
      expect((await it.fetch('GET', `/r/${encodeURIComponent(name)}`)).status).toBe(404);
    },
  );

  test('requested more than 60 times a minute by one network is 429, whatever address it claims, while existing links still work', async () => {
    await add('still-here');
    let asked = 0;
    const ask = (name: string) =>
      it.fetch('GET', `/api/r/${name}`, {
        remoteAddress: '203.0.113.77',
        headers: pretendingToBe(`198.51.100.${asked++}`),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 80; n += 1) statuses.push((await ask(`guess-${n}`)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true);
    const refused = await ask('guess-again');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('still-here')).status).toBe(200);
    expect((await it.fetch('GET', '/api/r/guess-1', { remoteAddress: '203.0.113.78' })).status).toBe(404);
  });

  test('is throttled by the /64 of an IPv6 network', async () => {
    const ask = (host: number) =>
      it.fetch('GET', `/api/r/six-${host}`, { remoteAddress: `2001:db8:0:7::${host.toString(16)}` });
    const statuses: number[] = [];
    for (let host = 1; host <= 65; host += 1) statuses.push((await ask(host)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe('two instances on one database', () => {
  test('neither serves a changed or deleted link for more than a second', async () => {
    const other = await startTestServer({ tools: [shortLinksServer], database: server.database });
    const id = await add('on-both');
    const followOther = async () => other.visitor.fetch('GET', '/r/on-both');
    expect((await followOther()).headers.location).toBe(target);
    const longUrl = 'https://www.sawtooth.example/second';
    await it.send(calls.changeLink, { params: { id }, body: { longUrl } });
    const leadsToTheNewOne = async () => (await followOther()).headers.location === longUrl;
    expect(await servedOldFor(leadsToTheNewOne)).toBeLessThan(1_000);
    await it.send(calls.deleteLink, { params: { id } });
    expect(await servedOldFor(async () => (await followOther()).status === 404)).toBeLessThan(1_000);
  });

  test('visits of both are summed, and a normal stop loses none', async () => {
    const other = await createTestServer({ tools: [shortLinksServer], database: server.database });
    await add('summed');
    for (let n = 0; n < 20; n += 1)
      await Promise.all([it.fetch('GET', '/r/summed'), other.visitor.fetch('GET', '/r/summed')]);
    await other.stop();
    await expect.poll(() => visitsOf('summed'), { timeout: 3_000 }).toBe(40);
  });
});

test('links work again after every connection to the database was cut, and no visit is lost', async () => {
  await add('outlasts');
  await it.fetch('GET', '/r/outlasts');
  await server.database.cutConnections();
  await expect.poll(async () => (await it.fetch('GET', '/r/outlasts')).status, { timeout: 5_000 }).toBe(302);
  await expect
    .poll(async () => (await visitsOf('outlasts')) ?? 0, { timeout: 5_000 })
    .toBeGreaterThanOrEqual(2);
});
