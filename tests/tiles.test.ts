import { expect, test } from 'vitest';
import { places } from '../src/places.ts';
import type { Screen } from '../src/platform/contract/tool.ts';
import { serverTools } from '../src/tools/server.ts';

const tiles = serverTools.flatMap(({ tool }) => tool.tiles);

test('every tile has its own icon, so that people find it by its picture', () => {
  const icons = [...tiles, ...places.filter(({ tile }) => tile !== undefined)].map(({ icon }) => icon);
  const twice = icons.filter((icon, index) => icons.indexOf(icon) !== index);
  expect(twice).toEqual([]);
});

test('every page that a screen names as the one above it exists, and is not its own', () => {
  const screens = serverTools.flatMap(({ tool }) => Object.values<Screen>(tool.screens));
  const pages = [...places, ...screens].map(({ path }): string => path);
  const lost = screens.filter(({ path, parents = [] }) =>
    parents.some((parent) => parent === path || !pages.includes(parent)),
  );
  expect(lost.map(({ title }) => title)).toEqual([]);
});

test('every tile is on a place that exists', () => {
  const paths = places.map(({ path }): string => path);
  const homeless = tiles
    .filter(({ place }) => place !== undefined && !paths.includes(place))
    .map(({ title }) => title);
  expect(homeless).toEqual([]);
});

test('each permission that opens a page of a tool also shows a tile of that tool', () => {
  const missing = serverTools.flatMap(({ tool }) => {
    const screens: Readonly<Record<string, Screen>> = tool.screens;
    const withTile = new Set(tool.tiles.map(({ screen }) => screens[screen]?.access));
    return Object.values(screens)
      .filter(({ access }) => !['public', 'signed-in'].includes(access) && !withTile.has(access))
      .map(({ title }) => `${tool.id}: ${title}`);
  });
  expect(missing).toEqual([]);
});

test('whoever may open a screen may read what it reads ahead', () => {
  const screens = serverTools.flatMap(({ tool }) => Object.values<Screen>(tool.screens));
  const closed = screens.flatMap(({ title, access, reads = [] }) =>
    reads
      .filter((call) => !['public', 'signed-in', access].includes(call.access))
      .map(({ name }) => `${title}: ${name}`),
  );
  expect(closed).toEqual([]);
});
