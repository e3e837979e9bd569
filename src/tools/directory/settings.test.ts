import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';
import { readToolSettings } from '../../platform/server/settings/tool-settings.ts';
import { directorySettings } from './settings.ts';

const ldap = {
  url: 'ldap://127.0.0.1:389',
  bindDn: 'cn=quad,dc=sawtooth,dc=example',
  profile: 'active-directory',
  people: [{ base: 'ou=staff,dc=sawtooth,dc=example', kind: 'employee' }],
  groups: { base: 'ou=groups,dc=sawtooth,dc=example', names: { Library: 'Library' } },
};

test('the settings of a server are checked at the start: its address, and that its password is there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-directory-'));
  const mistakesOf = (changes: Record<string, unknown>, variables = {}) => {
    const mistakes: SettingMistake[] = [];
    const written = { ldap: { ...ldap, ...changes } };
    writeFolder(folder, JSON.stringify(written));
    readToolSettings('directory', directorySettings, { campusFolder: folder, variables }, mistakes);
    return mistakes.map(({ where, what }) => `${where}: ${what}`).join('\n');
  };
  const secret = { QUAD_DIRECTORY_SECRET: 'secret' };
  expect(mistakesOf({}, secret)).toBe('');
  expect(mistakesOf({})).toContain('QUAD_DIRECTORY_SECRET: The password of the service account');
  expect(mistakesOf({ url: 'ldap://dc1.college.edu' }, secret)).toContain('unencrypted');
  expect(mistakesOf({ bindPassword: 'here' }, secret)).toContain('bindPassword');
  expect(mistakesOf({ groups: { base: ldap.groups.base, giveAccess: true } }, secret)).toContain(
    'have to be listed',
  );
  expect(mistakesOf({ name: 'students', bindPassword: '$QUAD_DIRECTORY_SECRET_2' }, secret)).toContain(
    'QUAD_DIRECTORY_SECRET_2: The password of the service account',
  );
  expect(mistakesOf({ name: 'csv' }, secret)).toContain('not "csv"');
  const several = (names: string[], order?: string[], file?: string) => {
    const mistakes: SettingMistake[] = [];
    writeFolder(folder, JSON.stringify({ ldap: names.map((name) => ({ ...ldap, name })), order, file }));
    readToolSettings('directory', directorySettings, { campusFolder: folder, variables: secret }, mistakes);
    return mistakes.map(({ what }) => what).join('\n');
  };
  expect(several(['hr', 'students'], ['students', 'csv', 'hr'])).toBe('');
  expect(several(['hr', 'hr'])).toContain('Two directory servers are called "hr".');
  expect(several(['hr'], ['students'])).toContain('There is no source "students". There are hr, csv.');
  expect(several(['hr', 'students'], ['hr'])).toContain(
    'The source "students" is read, but is not in the order',
  );
  expect(several(['hr'], ['hr'])).toBe('');
  expect(several(['hr'], ['hr'], '/srv/people.csv')).toContain('The source "csv" is read, but is not');
  rmSync(folder, { recursive: true });
});

function writeFolder(folder: string, yaml: string): void {
  const tools = path.join(folder, 'tools');
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'directory.yaml'), yaml);
}
