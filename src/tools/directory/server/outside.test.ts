import { beforeEach, expect, test } from 'vitest';
import { tryOutside } from '../../../platform/server/testing/try-outside.ts';
import { directoryServer } from './index.ts';
import { directoryBesideLdap } from './testing/directory-beside-ldap.ts';

const directory = directoryBesideLdap();
const { ldap, service } = directory;
const [staff, groups] = ['ou=staff,dc=sawtooth,dc=example', 'ou=groups,dc=sawtooth,dc=example'];

const look = (changes: object = {}, secret = service.password) =>
  tryOutside(directoryServer, {
    written: {
      ldap: {
        profile: 'openldap',
        url: `ldap://127.0.0.1:${ldap.port}`,
        bindDn: service.dn,
        people: [{ base: staff, kind: 'employee' }],
        groups: { base: groups },
        ...changes,
      },
    },
    variables: { QUAD_DIRECTORY_SECRET: secret },
  });

beforeEach(() => {
  ldap.add(staff, { objectClass: ['organizationalUnit'] });
  ldap.add(groups, { objectClass: ['organizationalUnit'] });
  add(1);
});
const add = (number: number) =>
  ldap.add(`uid=p${number},${staff}`, {
    objectClass: ['inetOrgPerson'],
    employeeNumber: [`E${number}`],
    sn: ['Lorne'],
  });

test('the check of the settings binds to each directory server, and looks up the places that are read', async () => {
  expect(await look()).toEqual(['directory server: it accepts this account and password']);
  expect(await look({ name: 'students' })).toEqual([
    'directory server "students": it accepts this account and password',
  ]);
  expect(await look({ people: [{ base: 'ou=none,dc=sawtooth', kind: 'employee' }] })).toEqual([
    'FAILED directory server: The directory server failed: BASE_NOT_FOUND. The service account finds nothing at the base ou=none,dc=sawtooth.',
  ]);
});

test('the check of the settings looks for each group that they name, by name and by DN', async () => {
  ldap.add(`cn=it,${groups}`, { objectClass: ['groupOfNames'], cn: ['it'] });
  ldap.add(`cn=Faculty\\, Senate,${groups}`, { objectClass: ['groupOfNames'], cn: ['Faculty, Senate'] });
  const names = ['IT', 'Faculty, Senate', `cn=it,${groups}`];
  expect(await look({ groups: { base: groups, names } })).toEqual([
    'directory server: it accepts this account and password',
  ]);
  const missing = ['itt', `cn=itt,${groups}`, `cn=it,${staff}`];
  expect(await look({ groups: { base: groups, names: [...names, ...missing] } })).toEqual([
    `FAILED directory server: The directory server failed: GROUP_NOT_FOUND. The service account finds no group called "itt", "cn=itt,${groups}", "cn=it,${staff}" at ${groups}. Check the names, and whether the account may read them.`,
  ]);
});

test('the check of the settings finds out whether a reading would find anyone, and get all of them', async () => {
  expect(await look({ attributes: { key: 'employeeID' } })).toEqual([
    expect.stringMatching(/^FAILED .* who matches \(objectClass=inetOrgPerson\) and has employeeID and sn\./),
  ]);
  for (let number = 2; number <= 501; number += 1) add(number);
  expect(await look()).toEqual(['directory server: it accepts this account and password']);
  ldap.sizeLimit = 500;
  expect(await look()).toEqual([expect.stringMatching(/^FAILED .*LDAP_4.*olcLimits/)]);
});

test('each address of a server is tried on its own, since one that answers hides the others', async () => {
  const [works, broken] = [`ldap://127.0.0.1:${ldap.port}`, 'ldap://127.0.0.1:1'];
  expect(await look({ url: [works, broken] })).toEqual([
    `directory server, ${works}: it accepts this account and password`,
    expect.stringContaining(`FAILED directory server, ${broken}: The directory server failed: ECONNREFUSED.`),
  ]);
});

test('a wrong password of the service account is reported with what to check', async () => {
  expect(await look({}, 'zzwrongzz')).toEqual([
    'FAILED directory server: The directory server failed: SERVICE_ACCOUNT_49. The directory server refused the service account. Check bindDn, and whether its password is right and has not expired.',
  ]);
});
