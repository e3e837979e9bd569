import { expect, onTestFinished, test } from 'vitest';
import { ScriptedServer } from '../../ldap/testing/scripted-server.ts';
import type { Campus } from '../../settings/campus.ts';
import { readEnvironment } from '../../settings/environment.ts';
import { readProviders } from '../read-providers.ts';
import { directoryEntry, fillDirectory } from './testing/directory.ts';

test.each(['active-directory', 'openldap'] as const)(
  'the check of the settings finds someone in %s at each address, or says what no one has',
  async (flavor) => {
    const server = new ScriptedServer();
    await server.open();
    onTestFinished(() => server.close());
    fillDirectory(server, flavor);
    const check = async (changes: Record<string, unknown>) => {
      const providers = [directoryEntry(server.port, flavor, changes)];
      const campus = { domains: ['sawtooth.example'], providers } as unknown as Campus;
      const variables = { TEST_LDAP_SECRET: 'service password' };
      await readProviders(campus, readEnvironment({}, '/srv/quad'), variables).find('campus')?.check?.();
    };
    await check({});
    const url = [`ldap://127.0.0.1:${server.port}`, 'ldap://127.0.0.1:1'];
    await expect(check({ url })).rejects.toThrow('"campus, ldap://127.0.0.1:1" cannot be reached');
    const other = flavor === 'openldap' ? 'active-directory' : 'openldap';
    for (const changes of [
      { profile: other },
      { peopleFilter: '(o=no)' },
      { attributes: { email: 'email' } },
    ])
      await expect(check(changes)).rejects.toMatchObject({
        cause: { code: 'NO_ONE_FOUND' },
      });
    const names = { staff: 'Domain-Staff', 'Domain-TI': 'Domain-IT' };
    await expect(check({ groups: names })).rejects.toMatchObject({
      advice: expect.stringContaining('finds no group called "domain-ti" at'),
    });
  },
);
