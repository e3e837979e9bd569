import { expect, test } from 'vitest';
import { createErrands } from './errands.ts';

const errandFor = createErrands('https://quad.example', ['/logs/add'], ['/color-scheme.js', '/assets/a.js']);

const visit = (path: string) =>
  errandFor({ method: 'GET', mode: 'navigate', url: `https://quad.example${path}` });
const load = (url: string, method = 'GET') => errandFor({ method, mode: 'cors', url });

test.each([
  ['/logs/add', 'offline-screen'],
  ['/logs/add/', 'offline-screen'],
  ['/logs/add?from=tile', 'offline-screen'],
  ['/', 'screen'],
  ['/my-dashboard', 'screen'],
  ['/api/auth/providers/demo/logout', null],
  ['/api/redirects/export', null],
  ['/r/open-house', null],
  ['/offline-shell', null],
  ['/color-scheme.js', null],
  ['/resident', 'screen'],
])('a visit of %s is %s', (path, errand) => {
  expect(visit(path)).toBe(errand);
});

test('files that are kept, and any of the bundle, are looked up', () => {
  expect(load('https://quad.example/assets/a.js')).toBe('file');
  expect(load('https://quad.example/assets/old.js')).toBe('file');
  expect(load('https://quad.example/color-scheme.js')).toBe('file');
});

test('no call of the API, no write and no other site is touched', () => {
  expect(load('https://quad.example/api/auth/account')).toBeNull();
  expect(load('https://quad.example/assets/a.js', 'POST')).toBeNull();
  expect(load('https://elsewhere.example/assets/a.js')).toBeNull();
  expect(errandFor({ method: 'POST', mode: 'navigate', url: 'https://quad.example/' })).toBeNull();
});
