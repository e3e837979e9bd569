import { expect, test } from 'vitest';
import type { TokenActor } from '../actor/actor.ts';
import { isAllowed } from '../change/verdict.ts';
import { mayPublishAt, mayPublishFor } from './file-limits.ts';

const token: TokenActor = {
  kind: 'token',
  id: 'a',
  name: 'Nightly reports',
  permissions: new Set(),
  files: { pathPrefix: 'reports/payroll/', groups: ['Domain-Staff', 'Domain-Faculty'], everyone: false },
};
const withoutFiles = { ...token, files: null };

test.each([
  ['reports/payroll/november.csv', true],
  ['reports/payroll/2026/november.csv', true],
  ['reports/payroll-old/november.csv', false],
  ['reports/payroll', false],
  ['reports/payroll/', false],
  ['reports/payroll/../budget.csv', false],
  ['reports/payroll/./november.csv', false],
  ['reports/payroll//november.csv', false],
  ['reports/payroll/..\\budget.csv', false],
  ['Reports/payroll/november.csv', false],
  ['/reports/payroll/november.csv', false],
])('a token for reports/payroll/ may write %s: %s', (path, allowed) => {
  expect(isAllowed(mayPublishAt(token, path))).toBe(allowed);
  expect(isAllowed(mayPublishAt(withoutFiles, path))).toBe(false);
});

test('a token publishes only for its own groups, and for everyone only with permission', () => {
  expect(isAllowed(mayPublishFor(token, ['Domain-Staff']))).toBe(true);
  expect(isAllowed(mayPublishFor(token, ['Domain-Staff', 'Domain-IT']))).toBe(false);
  expect(isAllowed(mayPublishFor(token, ['domain-staff']))).toBe(false);
  expect(isAllowed(mayPublishFor(token, []))).toBe(false);
  const open = { ...token, files: { pathPrefix: 'reports/', groups: [], everyone: true } };
  expect(isAllowed(mayPublishFor(open, []))).toBe(true);
  expect(isAllowed(mayPublishFor(open, ['Domain-Staff']))).toBe(false);
  expect(isAllowed(mayPublishFor(withoutFiles, []))).toBe(false);
});
