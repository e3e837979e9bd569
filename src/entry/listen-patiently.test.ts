import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Assembled } from '../platform/server/assembly/assemble.ts';
import { readSettings } from '../platform/server/assembly/read-settings.ts';
import { openWayTo } from '../platform/server/jobs/testing/interruptible.ts';
import { freePort } from '../platform/server/testing/free-port.ts';
import { copyCampus } from '../platform/server/testing/test-campus.ts';
import { openTestDatabase } from '../platform/server/testing/test-database.ts';
import { startTestServer } from '../platform/server/testing/test-server.ts';
import { listenPatiently } from './listen-patiently.ts';

/** The settings of a portal that listens on a port. */
function settingsAt(port: string) {
  const campus = copyCampus([]);
  onTestFinished(campus.remove);
  const variables = { PORT: port, QUAD_CAMPUS: campus.folder, QUAD_LOG: '-', QUAD_DATA: campus.folder };
  return readSettings({ variables, workingFolder: path.resolve('.'), tools: [], placePermissions: {} });
}

test('N01: while the database is away the port says live, not ready, come back; then the portal is there', async () => {
  const database = await openTestDatabase();
  const way = await openWayTo(database);
  way.close();
  const port = String(await freePort());
  const settings = settingsAt(port);
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const start = vi.fn(async () => {
    const { quad } = await startTestServer({ database, connection: way.settings, variables: { PORT: port } });
    return quad;
  });
  const standing = listenPatiently(start, settings, log);

  const ask = (address: string, headers = {}) => fetch(`http://localhost:${port}${address}`, { headers });
  await vi.waitFor(() => ask('/health/live'), { timeout: 10_000 });
  expect((await ask('/health/live')).status).toBe(200);
  const ready = await ask('/health/ready');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  const call = await ask('/api/redirects');
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  expect(call.headers.get('content-type')).toContain('application/problem+json');
  expect(await call.json()).toMatchObject({ status: 503, title: 'Temporarily unavailable' });
  const page = await ask('/my-dashboard', { accept: 'text/html' });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="5">');

  await vi.waitFor(() => expect(start.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
  expect(lines.map(({ msg }) => msg)).toEqual([
    'The database cannot be reached (ENOENT). Quad keeps trying.',
  ]);
  await way.open();
  const back = performance.now();
  await standing;
  expect(performance.now() - back).toBeLessThan(15_000);
  expect((await ask('/health/ready')).status).toBe(200);
  expect(lines.at(-1)?.msg).toBe('the database answers');
});

test('a slow start leaves the port closed, so that a proxy uses other instances; a migration of half a minute responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const port = await freePort();
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  const started = Promise.withResolvers<Assembled>();
  const listen = vi.fn(async () => undefined);
  const standing = listenPatiently(
    () => started.promise,
    settingsAt(String(port)),
    pino({ level: 'silent' }),
  );

  await vi.advanceTimersByTimeAsync(25_000);
  expect(await isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await isOpen()).toBe(true));
  started.resolve({ listen } as unknown as Assembled);
  await standing;
  expect(listen).toHaveBeenCalledOnce();
  expect(await isOpen()).toBe(false);
});

test.each(['PORT', 'QUAD_METRICS_PORT'])(
  'if %s is taken, what has started is stopped, and no request gets in',
  async (name) => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    onTestFinished(() => void stranger.close());
    const address = stranger.address();
    if (typeof address !== 'object' || address === null) throw new Error('No port was taken.');
    const { quad } = await startTestServer({ variables: { [name]: String(address.port) } });
    const accepted = vi.spyOn(quad.app.server, 'listen');
    const stop = vi.spyOn(quad, 'stop');
    const log = pino({ level: 'silent' });
    const standing = listenPatiently(async () => quad, settingsAt(String(await freePort())), log);
    await expect(standing).rejects.toMatchObject({ code: 'EADDRINUSE', port: address.port });
    expect(stop).toHaveBeenCalledOnce();
    expect(accepted).toHaveBeenCalledTimes(name === 'PORT' ? 1 : 0);
  },
);
