import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { route } from '../http/context.ts';
import { pretendingToBe } from '../testing/pretended-address.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';

const whoAmI = defineCall({
  name: 'whoAmI',
  summary: 'The address that throttles and the audit log see',
  method: 'GET',
  path: '/api/who-am-i',
  access: 'public',
  reply: jsonReply(z.object({ data: z.string() })),
});
const echo = defineServerTool({
  tool: defineTool({ id: 'echo', title: 'Echo', permissions: {}, screens: {}, tiles: [] }),
  calls: { whoAmI },
  start: async () => ({
    routes: [route(whoAmI, async ({ clientAddress }) => ({ data: clientAddress }))],
  }),
});

async function listener(trusted: string) {
  const server = await startTestServer({ tools: [echo], variables: { QUAD_TRUSTED_PROXIES: trusted } });
  return async (remoteAddress: string, headers: Record<string, string>) => {
    const { body } = await server.visitor.fetch('GET', whoAmI.path, { remoteAddress, headers });
    return (body as { data: string }).data;
  };
}

test('without a proxy, no claimed address is believed, in any header', async () => {
  const ask = await listener('');
  for (const claimed of ['198.51.100.1', '127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown', '']) {
    expect(await ask('203.0.113.7', pretendingToBe(claimed))).toBe('203.0.113.7');
  }
});

test('a proxy whose network is written in IPv6 form is one, and no other address is', async () => {
  const ask = await listener('::ffff:10.0.0.0/104');
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3']) expect(await ask(proxy, headers)).toBe('198.51.100.1');
  expect(await ask('11.1.2.3', headers)).toBe('11.1.2.3');
});

test('behind a proxy, only what the proxy added counts, and only in its header', async () => {
  const ask = await listener('127.0.0.1,10.0.0.0/8');
  const forged = pretendingToBe('198.51.100.1');
  const through = (list: string) => ask('127.0.0.1', { ...forged, 'x-forwarded-for': list });
  for (const invented of [
    '198.51.100.1',
    '127.0.0.1',
    '10.9.9.9',
    '::1',
    'unknown',
    '"',
    ',,,',
    '203.0.113.7',
  ]) {
    expect(await through(`${invented}, 203.0.113.7`)).toBe('203.0.113.7');
    expect(await through(`${invented}, 203.0.113.7, 10.1.2.3`)).toBe('203.0.113.7');
  }
  // A client that does not come through the proxy is not a proxy.
  expect(await ask('203.0.113.9', forged)).toBe('203.0.113.9');
});
