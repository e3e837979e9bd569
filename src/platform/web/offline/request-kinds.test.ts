import { expect, test } from 'vitest';
import { createRequestKinds } from './request-kinds.ts';

const pages = [
  { path: '/', offline: false },
  { path: '/dashboard', offline: false },
  { path: '/logs/add', offline: true },
  { path: '/logs/:id', offline: false },
];
const kindOf = createRequestKinds('https://quad.example', pages, ['/favicon.svg', '/assets/a.js']);

const visit = (path: string) =>
  kindOf({ method: 'GET', mode: 'navigate', url: `https://quad.example${path}` });
const load = (url: string, method = 'GET') => kindOf({ method, mode: 'cors', url });

test.each([
  ['/logs/add', 'offline-page'],
  ['/logs/add/', 'offline-page'],
  ['/logs/add?from=tile', 'offline-page'],
  ['/logs/7', 'page'],
  ['/', 'page'],
  ['/dashboard', 'page'],
  ['/not-listed', null],
  ['/logs/7/file', null],
  ['/api/auth/providers/demo/logout', null],
  ['/favicon.svg', null],
])('a visit of %s is %s', (path, kind) => {
  expect(visit(path)).toBe(kind);
});

test('files of the list and any file of the bundle are looked up', () => {
  expect(load('https://quad.example/assets/a.js')).toBe('file');
  expect(load('https://quad.example/assets/old.js')).toBe('file');
  expect(load('https://quad.example/favicon.svg')).toBe('file');
});

test('no call of the API, no write, and no other site is touched', () => {
  expect(load('https://quad.example/api/auth/account')).toBeNull();
  expect(load('https://quad.example/assets/a.js', 'POST')).toBeNull();
  expect(load('https://elsewhere.example/assets/a.js')).toBeNull();
  expect(kindOf({ method: 'POST', mode: 'navigate', url: 'https://quad.example/' })).toBeNull();
});
