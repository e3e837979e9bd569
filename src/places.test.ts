import { expect, test } from 'vitest';
import { navigation, placePermissions, places } from './places.ts';
import { serverTools } from './tools/server.ts';

const paths = places.map(({ path }) => path);

test('no two places share a path', () => {
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(places.flatMap(({ title, tile }) => (tile ? [[title, tile.place] as const] : [])))(
  'the tile of %s is on a place that exists',
  (_title, stands) => {
    expect(paths).toContain(stands);
  },
);

test.each(places)('the permission of $title is explained to the auditor', ({ access }) => {
  const ofTools = serverTools.flatMap(({ tool }) => Object.keys(tool.permissions));
  expect(['public', 'signed-in', ...Object.keys(placePermissions), ...ofTools]).toContain(access);
});

test.each(navigation)(
  'the entry $title has a page, an address, or children',
  ({ to, link, children = [] }) => {
    expect(to !== undefined || link !== undefined || children.length > 0).toBe(true);
  },
);
