import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { AdminLimitExceededError, PresenceFilter, SizeLimitExceededError } from 'ldapts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LdapFailure } from './ldap-failure.ts';
import { type Limits, withLdap } from './ldap-session.ts';
import { ScriptedServer } from './testing/scripted-server.ts';

const service = { bindDn: 'cn=quad', bindPassword: 'service password' };
const anyone = {
  base: 'ou=people',
  filter: new PresenceFilter({ attribute: 'objectClass' }),
  attributes: ['cn'],
};
const one = { ...anyone, base: 'cn=1,ou=people', scope: 'base' as const };

async function openServer() {
  const server = new ScriptedServer();
  await server.open();
  onTestFinished(() => server.close());
  server.passwords.set(service.bindDn, service.bindPassword);
  for (let number = 0; number < 2_000; number += 1)
    server.add(`cn=${number},ou=people`, { cn: ['x'.repeat(1_000)] });
  const readWithin = (limits: Partial<Limits>, before = () => {}) =>
    withLdap(
      { urls: [`ldap://127.0.0.1:${server.port}`], startTls: false, ca: undefined, ...service },
      { seconds: 20, bytes: 100_000_000, ...limits },
      async (session) => {
        before();
        return session.search(anyone);
      },
    );
  return { server, readWithin };
}

test('a server that goes silent is given up on in time', async () => {
  const { server, readWithin } = await openServer();
  const read = readWithin({ seconds: 0.3 }, () => {
    server.silent = true;
  });
  await expect(read).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('at most 50 connections are open at once: the others wait, and not for long if the server hangs', async () => {
  let open = 0;
  let most = 0;
  const { server } = await openServer();
  const relay = net.createServer((socket) => {
    open += 1;
    most = Math.max(most, open);
    const onward = net.connect(server.port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => {
      open -= 1;
      onward.destroy();
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void relay.close());
  const urls = [`ldap://127.0.0.1:${(relay.address() as AddressInfo).port}`];
  const relayed = { urls, startTls: false, ca: undefined, ...service };
  const use = (seconds: number) =>
    withLdap(relayed, { seconds, bytes: 100_000_000 }, (session) => session.search(one));

  const found = await Promise.all(Array.from({ length: 200 }, () => use(20)));
  expect(found.flat()).toHaveLength(200);
  // Some that close overlap with those that open.
  expect(most).toBeLessThan(150);

  server.silent = true;
  const codes = await Promise.all(
    Array.from({ length: 200 }, () => use(1).catch((error: { code: string }) => error.code)),
  );
  expect(new Set(codes)).toEqual(new Set(['ETIMEDOUT', 'TOO_MANY_AT_ONCE']));
  expect(most).toBeLessThan(150);
  server.silent = false;
  expect(await use(20)).toHaveLength(1);
});

test('a silent address is not waited for each time, and is retried after a minute', async () => {
  let tries = 0;
  const mute = net.createServer((socket) => {
    tries += 1;
    socket.resume();
  });
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void mute.close());
  const { server } = await openServer();
  const ports = [(mute.address() as AddressInfo).port, server.port];
  const urls = ports.map((port) => `ldap://127.0.0.1:${port}`);
  const both = { urls, startTls: false, ca: undefined, ...service };
  const limits = { seconds: 0.5, bytes: 100_000_000 };
  const triesOfThree = async () => {
    const before = tries;
    for (let time = 0; time < 3; time += 1)
      expect(await withLdap(both, limits, (session) => session.search(one))).toHaveLength(1);
    return tries - before;
  };
  expect(await triesOfThree()).toBe(1);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  onTestFinished(() => void clock.mockRestore());
  expect(await triesOfThree()).toBe(1);
});

test('a server that never ends is cut off, and one within the limit is read to the end', async () => {
  const { readWithin } = await openServer();
  await expect(readWithin({ bytes: 1_000_000 })).rejects.toMatchObject({ name: 'LdapFailure' });
  expect(await readWithin({})).toHaveLength(2_000);
});

test('a limit of the server, such as 500 entries in OpenLDAP, is reported with what to raise', () => {
  for (const error of [new SizeLimitExceededError(), new AdminLimitExceededError()])
    expect(LdapFailure.from(error).advice).toContain('olcLimits');
});

test('a connection that fails is reported with what to check', () => {
  const adviceOn = (code: string) => LdapFailure.from(Object.assign(new Error(), { code })).advice;
  expect(adviceOn('CERT_HAS_EXPIRED')).toMatch(/has expired.* Renew it/);
  expect(adviceOn('CERT_HAS_EXPIRED')).not.toContain('as ca');
  expect(adviceOn('ECONNREFUSED')).toContain('whether the server is running');
  expect(adviceOn('ECONNRESET')).toContain('636 for ldaps://');
  expect(new LdapFailure('ETIMEDOUT').advice).toContain('firewalls');
});
