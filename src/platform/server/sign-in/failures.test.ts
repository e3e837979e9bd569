import { describe, expect, it } from 'vitest';
import { pretendingToBe } from '../testing/pretended-address.ts';
import { TestClient } from '../testing/test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { failureRules } from './failures.ts';

const open = () => startTestServer({ variables: { QUAD_DEMO: 'on' } });
let attempts = 0;

/** Each attempt claims another address in every header that a client can set; none of them is trusted. */
const attempt = (server: TestServer, email: string, remoteAddress: string) =>
  new TestClient(server.quad.app).fetch('POST', '/api/auth/providers/demo/login', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...pretendingToBe(`198.51.100.${attempts++ % 250}`),
    },
    payload: new URLSearchParams({ email, redirect: '/' }).toString(),
    remoteAddress,
  });
/** As if all but one of the failures that are allowed had been counted. */
const fill = (server: TestServer) =>
  server.database.pool.query('update throttle_counters set count = $1', [failureRules.network.limit - 1]);
const honest = 'staff@sawtooth.example';

describe('failed sign-ins', () => {
  it('for one name are refused after ten, wherever they come from and however it is spelled; other names are not affected', async () => {
    const server = await open();
    for (let tried = 0; tried < failureRules.name.limit; tried += 1) {
      expect((await attempt(server, 'mallory@sawtooth.example', `203.0.113.${tried}`)).status).toBe(403);
    }
    const refused = await attempt(server, ' MALLORY@sawtooth.example', '198.51.100.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many failed sign-ins');
    expect((await attempt(server, honest, '203.0.113.1')).status).toBe(303);
    const keys = await server.database.database.selectFrom('throttle_counters').select('key').execute();
    expect(JSON.stringify(keys)).not.toContain('mallory');
  });

  it('from one network are refused after a thousand, whatever address they claim; its neighbors are not affected', async () => {
    const server = await open();
    expect((await attempt(server, 'nobody1@x.example', '2001:db8:0:7::1')).status).toBe(403);
    await fill(server);
    expect((await attempt(server, 'nobody2@x.example', '2001:db8:0:7::2')).status).toBe(403);
    expect((await attempt(server, 'nobody@x.example', '2001:db8:0:7:ffff::1')).status).toBe(429);
    expect((await attempt(server, honest, '2001:db8:0:7:ffff::2')).status).toBe(429);
    expect((await attempt(server, honest, '2001:db8:0:8::1')).status).toBe(303);
  });

  it('do not count against people who succeed', async () => {
    const server = await open();
    expect((await attempt(server, 'nobody@x.example', '203.0.113.7')).status).toBe(403);
    await fill(server);
    for (let tried = 0; tried < failureRules.name.limit + 5; tried += 1) {
      expect((await attempt(server, honest, '203.0.113.7')).status).toBe(303);
    }
  });

  it('are counted across all instances', async () => {
    const server = await open();
    const other = await startTestServer({ variables: { QUAD_DEMO: 'on' }, database: server.database });
    for (let tried = 0; tried < failureRules.name.limit; tried += 1) {
      await attempt(tried % 2 === 0 ? server : other, 'mallory@sawtooth.example', '203.0.113.7');
    }
    expect((await attempt(other, 'mallory@sawtooth.example', '203.0.113.7')).status).toBe(429);
  });
});
