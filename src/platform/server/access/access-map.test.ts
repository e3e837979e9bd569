import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAccessMap } from './access-map.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'quad-access-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(yaml: string) {
  writeFileSync(path.join(folder, 'access.yaml'), yaml);
  return readAccessMap(folder, ['posters.print', 'links.manage']);
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
    '"poster.print" is a permission that no tool declares',
  );
});

test('the start fails on a permission that is granted to nobody', () => {
  expect(() => read('everything: [Domain-IT]\npermissions:\n  links.manage: [Domain-IT]\n')).toThrow(
    '"posters.print" is granted to nobody',
  );
});

test('a misspelled section is told, not ignored', () => {
  expect(() => read(`${whole}everthing: [Domain-Staff]\n`)).toThrow('everthing');
});
