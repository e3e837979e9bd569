import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../testing/test-server.ts';
import type { ConnectionLimits } from './limits.ts';
import { openWire } from './testing/wire.ts';

const ask = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
const signIn = 'email=it@sawtooth.example&redirect=/';
const halfSignIn = [
  'POST /api/auth/providers/demo/login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n',
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${signIn.length}\r\n\r\nemail=`,
].join('');

const answersIn = (text: string) => text.split('{"status":"live"}').length - 1;

/** A server on a port, whose stop the test starts; `stopped` resolves when it has ended. */
async function start(limits: Partial<ConnectionLimits>) {
  const server = await createTestServer({ limits });
  const address = await server.listen();
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { address, stop };
}

test('the next request on an idle connection gets a response while the server stops, and learns that it was the last', async () => {
  const { address, stop } = await start({ drainIdle: 60_000, drainBusy: 120_000 });
  const wire = await openWire(address);
  wire.write(ask);
  expect(await wire.until('live')).not.toMatch(/connection: close/i);
  const stopped = stop();
  wire.write(ask);
  const answers = (await wire.end()).split('HTTP/1.1 200').slice(1);
  expect(answers).toHaveLength(2);
  expect(answers[1]).toMatch(/connection: close/i);
  expect(wire.reset).toBe(false);
  // Sooner than an idle connection would be closed: there was nothing left to wait for.
  await stopped;
}, 30_000);

test('50 busy browser connections each learn that the stop is near, and none is cut off', async () => {
  const { address, stop } = await start({ drainBusy: 60_000 });
  let answers = 0;
  const wires = await Promise.all(Array.from({ length: 50 }, () => openWire(address)));
  const busy = wires.map(async (wire) => {
    let asked = 0;
    while (!/connection: close/i.test(wire.received)) {
      wire.write(ask);
      asked += 1;
      while (answersIn(wire.received) < asked) await Promise.race([once(wire.socket, 'data'), wire.end()]);
      answers += 1;
      // The pause of a person between two clicks, with nothing under way.
      await new Promise((resolve) => setTimeout(resolve, asked % 7));
    }
    await wire.end();
    return { lost: asked - answersIn(wire.received), reset: wire.reset };
  });
  await expect.poll(() => answers).toBeGreaterThan(500);
  await Promise.all([stop(), ...busy]);
  expect(await Promise.all(busy)).toEqual(Array.from({ length: 50 }, () => ({ lost: 0, reset: false })));
}, 30_000);

test('a connection can pipeline a few requests, and is closed when too many are outstanding', async () => {
  const { address } = await start({});
  const some = await openWire(address);
  some.write(ask.repeat(50));
  await expect.poll(() => answersIn(some.received)).toBe(50);
  some.write(ask.repeat(50));
  await expect.poll(() => answersIn(some.received)).toBe(100);
  some.socket.destroy();
  const many = await openWire(address);
  many.write(ask.repeat(20_000));
  expect(answersIn(await many.end())).toBeLessThan(50);
  const next = await openWire(address);
  next.write(ask);
  await next.until('live');
  next.socket.destroy();
});

test('a request that is under way when the stop begins gets its response', async () => {
  const { address, stop } = await start({ drainIdle: 0, drainBusy: 60_000 });
  const wire = await openWire(address);
  wire.write(halfSignIn);
  // Its headers have arrived once the next one's response is there.
  const other = await openWire(address);
  other.write(ask);
  await other.until('live');
  const stopped = stop();
  await other.end();
  wire.write(signIn.slice('email='.length));
  expect(await wire.end()).toMatch(/^HTTP\/1.1 303/);
  expect(wire.reset).toBe(false);
  await stopped;
});

test('a stopping server accepts no new connections', async () => {
  const { address, stop } = await start({ drainIdle: 60_000, drainBusy: 120_000 });
  const wire = await openWire(address);
  const stopped = stop();
  const { hostname, port } = new URL(address);
  const late = connect(Number(port), hostname);
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  wire.socket.destroy();
  await stopped;
});

test('an idle connection and one that never finishes its request do not hold up the stop', async () => {
  const { address, stop } = await start({ drainIdle: 100, drainBusy: 400 });
  const idle = await openWire(address);
  const endless = await openWire(address);
  endless.write(halfSignIn);
  await Promise.all([stop(), idle.end(), endless.end()]);
  expect([idle.received, endless.received]).toEqual(['', '']);
}, 30_000);
