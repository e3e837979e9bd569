import { expect, onTestFinished, test, vi } from 'vitest';
import { ScriptedServer } from '../../../platform/server/ldap/testing/scripted-server.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { directoryServer } from './index.ts';
import { campusWithLdap } from './testing/campus-with-ldap.ts';

const service = { dn: 'cn=quad,dc=sawtooth,dc=example', password: 'service password' };

test('the first start reads the directory server and its photos at once, not at their times', async () => {
  const ldap = new ScriptedServer();
  await ldap.open();
  onTestFinished(() => ldap.close());
  ldap.passwords.set(service.dn, service.password);
  ldap.add('uid=ada,ou=people,dc=sawtooth,dc=example', {
    objectClass: ['inetOrgPerson'],
    employeeNumber: ['E1'],
    sn: ['Lorne'],
  });
  const campus = campusWithLdap({
    url: `ldap://127.0.0.1:${ldap.port}`,
    bindDn: service.dn,
    attributes: { photo: 'jpegPhoto' },
  });
  onTestFinished(campus.remove);
  const { database } = await startTestServer({
    tools: [directoryServer],
    campusFolder: campus.folder,
    variables: { QUAD_DIRECTORY_SECRET: service.password },
  });
  const states = async () => (await database.pool.query('select state, source from directory_runs')).rows;
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'applied', source: 'ldap' }]), {
    timeout: 20_000,
    interval: 100,
  });
  const photos = "select from jobs.job where name = 'directory.photos'";
  expect((await database.pool.query(photos)).rowCount).toBe(1);
  const { rows } = await database.pool.query('select data from jobs.schedule');
  expect(JSON.stringify(rows)).not.toContain(service.password);
});
