import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingMistake } from '../settings/mistakes.ts';
import { readAccessMap, warnOfUnknownGroups } from './access-map.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'quad-access-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(yaml: string, warnings: SettingMistake[] = []) {
  writeFileSync(path.join(folder, 'access.yaml'), yaml);
  return readAccessMap(folder, { permissions: ['posters.print', 'links.manage'] }, warnings);
}

const whole = `
everything: [Domain-IT]
permissions:
  posters.print: [Domain-Staff, Domain-Student]
  links.manage: [Domain-IT]
`;

test('a group has the permissions of its lines', () => {
  const map = read(whole);
  expect([...map.permissionsOf(['Domain-Student'])]).toEqual(['posters.print']);
  expect([...map.permissionsOf([])]).toEqual([]);
  expect([...map.permissionsOf(['domain-student'])]).toEqual([]);
});

test('one line gives a group everything', () => {
  expect([...read(whole).permissionsOf(['Domain-IT'])]).toEqual(['posters.print', 'links.manage']);
});

test('the start fails on a name that no tool declares', () => {
  expect(() => read(`${whole}  poster.print: [Domain-Staff]\n`)).toThrow(
    '"poster.print" is not a permission of any tool',
  );
});

test('a permission that an older file does not name is for those who have everything, and the warning has its line', () => {
  const warnings: SettingMistake[] = [];
  const map = read('everything: [Domain-IT]\npermissions:\n  links.manage: [Domain-Staff]\n', warnings);
  expect([...map.permissionsOf(['Domain-IT'])]).toEqual(['posters.print', 'links.manage']);
  expect([...map.permissionsOf(['Domain-Staff'])]).toEqual(['links.manage']);
  expect(warnings).toMatchObject([
    {
      what: expect.stringMatching(/"posters\.print".*Only Domain-IT can use it/),
      example: 'posters.print: [Domain-IT]',
    },
  ]);
});

test('a file that is missing is refused: it would leave everyone without a permission', () => {
  expect(() => readAccessMap(folder, { permissions: ['links.manage'] })).toThrow(
    'access.yaml: This file is missing.',
  );
});

test('an owner is an address or a name with one, and anything else stops the start with its line', () => {
  const owned = (line: string) => read(`${whole}owners:\n  ${line}\n`);
  const map = owned('posters.print: Mail & Copy Center <Copies@College.edu>');
  expect(map.ownerOf('posters.print')).toEqual({ name: 'Mail & Copy Center', address: 'copies@college.edu' });
  expect(map.ownerOf('links.manage')).toBeNull();
  expect(owned('links.manage: it@college.edu').ownerOf('links.manage')?.name).toBe('it@college.edu');
  expect(() => owned('posters.print: the copy center')).toThrow(
    /owners\.posters\.print: Write an email address, or a name with one/,
  );
  expect(() => owned('posters.print: [a@b.edu]')).toThrow('owners.posters.print: Write an email address');
  expect(() => owned('posters.prin: a@college.edu')).toThrow(
    '"posters.prin" is not a permission of any tool',
  );
});

test('a group that no provider asserts is reported', () => {
  const warnings: SettingMistake[] = [];
  warnOfUnknownGroups(read(whole), new Set(['Domain-IT', 'Domain-Staff']), folder, warnings);
  expect(warnings).toMatchObject([{ what: expect.stringContaining('the group "Domain-Student"') }]);
});

test('a misspelled section is reported, not ignored', () => {
  expect(() => read(`${whole}everthing: [Domain-Staff]\n`)).toThrow('everthing');
});

test('a permission comes with those it includes, whatever rows add, and says why', () => {
  writeFileSync(path.join(folder, 'access.yaml'), whole);
  const names = ['posters.print', 'links.manage', 'links.own'] as const;
  const map = readAccessMap(folder, { permissions: names, includes: { 'links.manage': ['links.own'] } });
  expect([...map.permissionsOf(['Domain-IT'])]).toEqual([...names]);

  writeFileSync(
    path.join(folder, 'access.yaml'),
    `${whole}  links.own: [Domain-Staff]\n`.replace('everything: [Domain-IT]', ''),
  );
  const own = readAccessMap(folder, { permissions: names, includes: { 'links.manage': ['links.own'] } });
  const byInclusion = { groups: ['Domain-IT'], why: 'has links.manage' };
  expect(own.granted.get('links.own')).toEqual(['Domain-Staff', 'Domain-IT']);
  expect(own.besides('links.own')).toEqual([byInclusion]);
  own.grantByRows('links.own', [{ groups: ['Domain-IT', 'Domain-Student'], why: 'owns links' }]);
  expect(own.besides('links.own')).toEqual([byInclusion, { groups: ['Domain-Student'], why: 'owns links' }]);
  own.grantByRows('links.own', []);
  expect(own.granted.get('links.own')).toEqual(['Domain-Staff', 'Domain-IT']);
});

test('the warning about a permission without a line names the groups that have it by another one', () => {
  const includes = { 'links.manage': ['links.own'] } as const;
  const warned = (yaml: string) => {
    writeFileSync(path.join(folder, 'access.yaml'), yaml);
    const warnings: SettingMistake[] = [];
    readAccessMap(folder, { permissions: ['links.manage', 'links.own'], includes }, warnings);
    return warnings.map(({ what }) => what);
  };
  const line = '  links.manage: [Domain-Staff]\n';
  expect(warned(`everything: [Domain-IT]\npermissions:\n${line}`)).toEqual([
    'No groups are listed for the permission "links.own". Only Domain-IT, Domain-Staff can use it until you add a line.',
  ]);
  expect(warned(`permissions:\n${line}`)[0]).toContain('Only Domain-Staff can use it');
  expect(warned(`permissions:\n${line}  links.own: []\n`)).toEqual([]);
});
