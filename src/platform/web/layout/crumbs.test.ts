import { expect, test } from 'vitest';
import { crumbsOf } from './crumbs.ts';

const routes = [
  { path: '/support', title: 'Support', access: 'signed-in' },
  { path: '/departments/information-technology', title: 'Information Technology', access: 'it.open' },
  { path: '/departments/information-technology/redirects', title: 'URL Shortener', access: 'links.manage' },
  { path: '/committees/application/:id/edit', title: 'Edit Application', access: 'signed-in' },
  { path: '/support/password-reset', title: 'Password Reset', access: 'public' },
  { path: '/r/:shortUrl', title: 'Redirecting', access: 'public' },
  { path: '/canvas/my-files', title: 'My Files', access: 'signed-in', parents: ['/support'] },
  { path: '/canvas/file/:id', title: 'Grades', access: 'signed-in', parents: ['/canvas/my-files'] },
  { path: '/support/queue', title: 'Queue', access: 'desk.work' },
  {
    path: '/posters/:id',
    title: 'Poster',
    access: 'signed-in',
    parents: ['/support/queue', '/canvas/my-files'],
  },
] as const;

test('a page one segment deep has no breadcrumbs', () => {
  expect(crumbsOf(routes, '/support', () => true)).toEqual([]);
});

test('only pages are named: a page above is a link, the page itself is not', () => {
  expect(crumbsOf(routes, '/departments/information-technology/redirects', () => true)).toEqual([
    { title: 'Information Technology', to: '/departments/information-technology' },
    { title: 'URL Shortener' },
  ]);
});

test('a page that this person may not open is plain text', () => {
  const crumbs = crumbsOf(
    routes,
    '/departments/information-technology/redirects',
    (access) => access !== 'it.open',
  );
  expect(crumbs[0]).toEqual({ title: 'Information Technology' });
});

test('a public page below another page has breadcrumbs for people who are signed in', () => {
  expect(crumbsOf(routes, '/support/password-reset', () => true)).toEqual([
    { title: 'Support', to: '/support' },
    { title: 'Password Reset' },
  ]);
  const stranger = (access: string) => access === 'public';
  expect(crumbsOf(routes, '/support/password-reset', stranger)).toEqual([]);
  expect(crumbsOf(routes, '/r/map', () => true)).toEqual([]);
});

test('identifiers and segments without a page are left out', () => {
  expect(crumbsOf(routes, '/committees/application/0197-aa/edit', () => true)).toEqual([
    { title: 'Edit Application' },
  ]);
});

test('a page whose path names no other is below the one that it declares', () => {
  expect(crumbsOf(routes, '/canvas/file/7', () => true)).toEqual([
    { title: 'Support', to: '/support' },
    { title: 'My Files', to: '/canvas/my-files' },
    { title: 'Grades' },
  ]);
});

test.each([
  ['the queue of those who work on it', 'desk.work', { title: 'Queue', to: '/support/queue' }],
  ["one's own list", 'signed-in', { title: 'My Files', to: '/canvas/my-files' }],
  ["one's own list, also for someone who lost it", '', { title: 'My Files' }],
])('a page of two lists is below %s', (_list, may, parent) => {
  const mayOpen = (access: string) => access === may || (may === 'desk.work' && access === 'signed-in');
  expect(crumbsOf(routes, '/posters/7', mayOpen).at(-2)).toEqual(parent);
});

test('a slash at the end makes no difference', () => {
  expect(crumbsOf(routes, '/canvas/my-files/', () => true)).toEqual([
    { title: 'Support', to: '/support' },
    { title: 'My Files' },
  ]);
});

test('an address that means nothing has no breadcrumbs', () => {
  expect(crumbsOf(routes, '/departments/astrology', () => true)).toEqual([]);
});
