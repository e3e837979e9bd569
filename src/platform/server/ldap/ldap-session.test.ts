import { PresenceFilter } from 'ldapts';
import { expect, onTestFinished, test } from 'vitest';
import { type Limits, withLdap } from './ldap-session.ts';
import { ScriptedServer } from './testing/scripted-server.ts';

const service = { bindDn: 'cn=quad', bindPassword: 'service password' };
const anyone = {
  base: 'ou=people',
  filter: new PresenceFilter({ attribute: 'objectClass' }),
  attributes: ['cn'],
};

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

test('a server that says nothing more is given up in time', async () => {
  const { server, readWithin } = await openServer();
  const read = readWithin({ seconds: 0.3 }, () => {
    server.silent = true;
  });
  await expect(read).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a server that never ends is cut off, and one within the limit is read to the end', async () => {
  const { readWithin } = await openServer();
  await expect(readWithin({ bytes: 1_000_000 })).rejects.toMatchObject({ name: 'LdapFailure' });
  expect(await readWithin({})).toHaveLength(2_000);
});
