import { expect, test } from 'vitest';
import { places } from '../src/places.ts';
import { serverTools } from '../src/tools/server.ts';

const tiles = serverTools.flatMap(({ tool }) => tool.tiles);

test('every tile has its own icon, so that people find it by its picture', () => {
  const icons = [...tiles, ...places.filter(({ tile }) => tile !== undefined)].map(({ icon }) => icon);
  const twice = icons.filter((icon, index) => icons.indexOf(icon) !== index);
  expect(twice).toEqual([]);
});

test('every tile is on a place that exists', () => {
  const paths = places.map(({ path }): string => path);
  const homeless = tiles.filter(({ place }) => !paths.includes(place)).map(({ title }) => title);
  expect(homeless).toEqual([]);
});
