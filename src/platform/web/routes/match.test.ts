import { expect, test } from 'vitest';
import { findByPath, matchPath } from './match.ts';

test('a parameter takes one decoded segment', () => {
  expect(matchPath('/r/:shortUrl', '/r/caf%C3%A9')).toEqual({ shortUrl: 'café' });
  expect(matchPath('/r/:shortUrl', '/r/a%2Fb')).toEqual({ shortUrl: 'a/b' });
  expect(matchPath('/r/:shortUrl', '/r/a/b')).toBeNull();
});

test('a slash at the end makes no difference', () => {
  expect(matchPath('/support', '/support/')).toEqual({});
  expect(matchPath('/', '')).toEqual({});
});

test('an address that cannot be decoded matches nothing', () => {
  expect(matchPath('/r/:shortUrl', '/r/%E0%A4%A')).toBeNull();
});

test('a literal segment beats a parameter, in whatever order they are declared', () => {
  const routes = [{ path: '/logs/:id' }, { path: '/logs/add' }];
  expect(findByPath(routes, '/logs/add')?.route.path).toBe('/logs/add');
  expect(findByPath([...routes].reverse(), '/logs/7')).toEqual({
    route: { path: '/logs/:id' },
    params: { id: '7' },
  });
});
