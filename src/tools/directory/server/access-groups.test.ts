import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { declaredPermissions, readSettings } from '../../../platform/server/assembly/read-settings.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { directoryServer } from './index.ts';

test('a start does not warn about groups that only the directory server puts people in', () => {
  const sources = { tools: [directoryServer], placePermissions: {} };
  const campus = copyCampus(declaredPermissions(sources));
  onTestFinished(campus.remove);
  const unknownGroups = (giveAccess: boolean) => {
    const ldap = {
      profile: 'openldap',
      url: 'ldaps://ldap.sawtooth.example',
      bindDn: 'cn=quad,dc=sawtooth,dc=example',
      people: [{ base: 'ou=people,dc=sawtooth,dc=example', kind: 'employee' }],
      groups: { base: 'ou=groups,dc=sawtooth,dc=example', names: { it: 'Domain-IT' }, giveAccess },
    };
    writeFileSync(path.join(campus.folder, 'tools/directory.yaml'), stringify({ ldap }));
    const variables = {
      QUAD_CAMPUS: campus.folder,
      QUAD_DEMO: 'off',
      QUAD_DIRECTORY_SECRET: 'x',
      ...provider,
    };
    const { warnings } = readSettings({ ...sources, variables, workingFolder: path.resolve('.') });
    return warnings.flatMap(({ what }) => /asserts the group "([^"]+)"/.exec(what)?.[1] ?? []);
  };
  const entry = { name: 'college', kind: 'oidc', title: 'College', issuer: 'https://id.sawtooth.example' };
  const provider = { QUAD_OIDC_SECRET: 'x' };
  const providers = [
    { ...entry, clientId: 'quad', clientSecret: '$QUAD_OIDC_SECRET', groups: ['Domain-Student'] },
  ];
  const file = path.join(campus.folder, 'campus.yaml');
  writeFileSync(file, JSON.stringify({ college: 'Sawtooth', domains: ['sawtooth.example'], providers }));
  expect(unknownGroups(false)).toContain('Domain-IT');
  expect(unknownGroups(true)).not.toContain('Domain-IT');
  expect(unknownGroups(true)).toContain('Domain-ResLife');
});
