import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ScriptedHttp } from '../testing/scripted-http.ts';
import { createAskPublic } from './ask-public.ts';

const site = new ScriptedHttp();
let port = 0;
const addresses = new Map<string, string[]>();
const asked: string[] = [];

/** Only this test's site counts as public; each lookup takes the next address of a name. */
const ask = createAskPublic({
  userAgent: 'Quad link check (+https://portal.sawtooth.example)',
  patience: 300,
  pause: 0,
  async resolve(host) {
    asked.push(host);
    const known = addresses.get(host) ?? [];
    const address = known.length > 1 ? known.shift() : known[0];
    return address === undefined ? [] : [{ address, family: 4 }];
  },
  isReachable: (address, at) => address === '127.0.0.1' && at === port,
});
const anyHost = () => true;
const go = (path: string, mayAsk: (host: string) => boolean = anyHost, host = 'www.sawtooth.example') =>
  ask(`http://${host}:${port}${path}`, mayAsk, new AbortController().signal);

beforeAll(async () => {
  port = Number(new URL(await site.open()).port);
});
afterAll(() => site.close());
beforeEach(() => {
  addresses.clear();
  addresses.set('www.sawtooth.example', ['127.0.0.1']);
  asked.length = 0;
  site.exchanges.length = 0;
});

const redirectTo = (location: string): ScriptedHttp['answer'] => {
  return (response) => response.writeHead(302, { location }).end();
};

test('says who asks, asks by HEAD first, and by GET if that is refused', async () => {
  site.answer = (response, { request }) => response.writeHead(request.method === 'GET' ? 200 : 405).end();
  expect(await go('/page?from=flyer')).toEqual({ kind: 'answered', status: 200 });
  expect(site.exchanges.map(({ request }) => [request.method, request.url, request.headers.host])).toEqual([
    ['HEAD', '/page?from=flyer', `www.sawtooth.example:${port}`],
    ['GET', '/page?from=flyer', `www.sawtooth.example:${port}`],
  ]);
  expect(site.exchanges[0]?.request.headers['user-agent']).toMatch(/^Quad link check/);
});

test('connects to the address that was checked, although the name has a different one by now', async () => {
  site.answer = (response) => response.writeHead(200).end();
  addresses.set('www.sawtooth.example', ['127.0.0.1', '10.0.0.1']);
  expect(await go('/')).toEqual({ kind: 'answered', status: 200 });
  expect(asked).toEqual(['www.sawtooth.example']);
  expect(await go('/')).toEqual({ kind: 'refused' });
  expect(site.exchanges).toHaveLength(1);
});

test('the pause between two requests to a host is as long as told, even if the clock is set back', async () => {
  site.answer = (response) => response.writeHead(200).end();
  const patient = createAskPublic({
    userAgent: 'test',
    pause: 50,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isReachable: () => true,
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = `http://www.sawtooth.example:${port}/`;
  await patient(url, anyHost, AbortSignal.timeout(5_000));
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await patient(url, anyHost, AbortSignal.timeout(5_000))).toEqual({ kind: 'answered', status: 200 });
});

test('a name with a public and a private address is refused', async () => {
  const mixed = createAskPublic({
    userAgent: 'test',
    resolve: async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 })),
    isReachable: (address) => address === '127.0.0.1',
  });
  const url = `http://www.sawtooth.example:${port}/`;
  expect(await mixed(url, anyHost, new AbortController().signal)).toEqual({ kind: 'refused' });
});

test('each redirect is checked again: private networks, other ports, hosts that are not listed, and other protocols', async () => {
  addresses.set('inside.sawtooth.example', ['10.0.0.1']);
  const cases = [
    [`http://inside.sawtooth.example:${port}/`, { kind: 'refused' }],
    [`http://10.0.0.1:${port}/`, { kind: 'refused' }],
    [`http://[::1]:${port}/`, { kind: 'refused' }],
    ['http://www.sawtooth.example:22/', { kind: 'refused' }],
    ['https://sign-in.example/', { kind: 'left', host: 'sign-in.example' }],
    ['file:///etc/passwd', { kind: 'failed', code: 'BAD_REDIRECT' }],
    ['/again', { kind: 'failed', code: 'TOO_MANY_REDIRECTS' }],
  ] as const;
  for (const [location, expected] of cases) {
    site.answer = redirectTo(location);
    expect(await go('/', (host) => host !== 'sign-in.example'), location).toEqual(expected);
  }
  expect(asked).not.toContain('sign-in.example');
});

test('a site that switches to another protocol has failed', async () => {
  site.answer = (response) =>
    response.socket?.end(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  expect(await go('/switch')).toEqual({ kind: 'failed', code: 'ECONNRESET' });
});

test('neither a slow site nor an endless page is waited for', async () => {
  site.answer = () => undefined;
  expect(await go('/slow')).toEqual({ kind: 'failed', code: 'TIMEOUT' });
  let written = 0;
  const closed = Promise.withResolvers<void>();
  site.answer = (response, { request }) => {
    response.writeHead(request.method === 'HEAD' ? 500 : 200);
    if (request.method === 'HEAD') return response.end();
    const piece = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length;
      written += piece.length;
    };
    response.on('drain', more).on('close', () => closed.resolve());
    more();
    return undefined;
  };
  expect(await go('/endless')).toEqual({ kind: 'answered', status: 200 });
  await closed.promise;
  expect(written).toBeLessThan(20 * 1024 * 1024);
});

test('a name without an address fails, and a job that stops is not kept waiting', async () => {
  expect(await go('/', anyHost, 'gone.sawtooth.example')).toEqual({ kind: 'failed', code: 'ENOTFOUND' });
  site.answer = () => undefined;
  const stopping = AbortSignal.abort(new Error('stopping'));
  await expect(ask(`http://www.sawtooth.example:${port}/`, anyHost, stopping)).rejects.toThrow('stopping');
});
