import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { ScriptedServer } from '../../../../platform/server/ldap/testing/scripted-server.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { directorySettings } from '../../settings.ts';
import { directoryServer } from '../index.ts';
import { toLdapSource } from '../ldap-defaults.ts';
import { campusWithLdap } from './campus-with-ldap.ts';

const service = { dn: 'cn=quad,dc=sawtooth,dc=example', password: 'service password' };

/** A portal with the Directory tool and a scripted LDAP server for the tests of one file, both empty before each test. */
export function directoryBesideLdap() {
  const ldap = new ScriptedServer();
  let server: TestServer;
  beforeAll(async () => {
    await ldap.open();
    const campus = campusWithLdap({ url: `ldap://127.0.0.1:${ldap.port}`, bindDn: service.dn });
    server = await createTestServer({
      tools: [directoryServer],
      campusFolder: campus.folder,
      variables: { QUAD_DIRECTORY_SECRET: service.password },
    });
    campus.remove();
    await endFirstReading(server);
  });
  afterAll(async () => {
    await server.stop();
    await ldap.close();
  });
  beforeEach(async () => {
    ldap.reset();
    ldap.passwords.set(service.dn, service.password);
    await server.database.pool.query('delete from directory_runs; delete from directory_records');
  });
  return {
    ldap,
    service,
    get server() {
      return server;
    },
    /** The one source of `campus/tools/directory.yaml`, completed with the address of the scripted server. */
    sourceOf(written: Record<string, unknown>) {
      const whole = { url: `ldap://127.0.0.1:${ldap.port}`, bindDn: service.dn, ...written };
      // One server needs no name, several do.
      const ldapSetting = written.name === undefined ? whole : [whole];
      const [source] = directorySettings.campus.parse({ ldap: ldapSetting }).ldap;
      if (source === undefined) throw new Error('There is no directory server.');
      return toLdapSource(source, { secret: service.password, domains: ['sawtooth.example'] });
    },
    async rows(columns = '*') {
      const text = `select ${columns} from directory_records where active order by key`;
      return (await server.database.pool.query(text)).rows;
    },
  };
}

/** The start reads the server, which is still empty, and a later try would come between what the tests do. */
function endFirstReading({ database }: TestServer): Promise<void> {
  return vi.waitFor(
    async () => {
      await database.pool.query(
        "delete from jobs.job where name = 'directory.sync-ldap' and state <> 'active'",
      );
      const { rowCount } = await database.pool.query(
        "select from jobs.job where name = 'directory.sync-ldap'",
      );
      expect(rowCount).toBe(0);
    },
    { timeout: 20_000 },
  );
}
