import { expect, test } from 'vitest';
import { allows } from '../../contract/access.ts';
import { defineTool, type Place } from '../../contract/tool.ts';
import { byGroup, presetPins, tilesOf, toolTilesFor } from './tiles.ts';

const place = { about: '', access: 'signed-in', icon: 'building' } as const;
const dashboard = '/my-dashboard';
const places: Place[] = [
  { ...place, path: '/mail', title: 'Mail', tile: { place: dashboard, heading: 'Departments' } },
  { ...place, path: '/growth', title: 'Growth', tile: { place: dashboard, heading: 'Committees' } },
  {
    ...place,
    path: '/it',
    title: 'IT',
    access: 'it.open',
    tile: { place: dashboard, heading: 'Departments' },
  },
];

function tool(id: string, title: string) {
  return defineTool({
    id,
    title,
    permissions: { [`${id}.use`]: 'Use it.' },
    screens: { list: { path: `/it/${id}`, title, access: `${id}.use` } },
    tiles: [{ place: '/it', screen: 'list', title, about: '', icon: 'link', group: 'it' }],
  });
}
const tools = [tool('zebra', 'Zebra'), tool('apple', 'Apple')];

const titles = (on: string, permissions: string[]) =>
  tilesOf(on, tools, places, (access) => allows(access, permissions)).map(({ heading, tiles }) => [
    heading,
    ...tiles.map(({ title }) => title),
  ]);

test('tiles are under their heading, sorted by title, and headings keep their order', () => {
  expect(titles(dashboard, ['it.open'])).toEqual([
    ['Departments', 'IT', 'Mail'],
    ['Committees', 'Growth'],
  ]);
});

test('a tile is hidden if the person may not open its page', () => {
  expect(titles(dashboard, [])[0]).toEqual(['Departments', 'Mail']);
  expect(titles('/it', ['zebra.use'])).toEqual([[null, 'Zebra']]);
});

test('a heading without a tile for this person is not shown', () => {
  expect(titles('/it', [])).toEqual([]);
});

test('tiles of tools are sorted by title, regardless of the order of the list', () => {
  expect(titles('/it', ['zebra.use', 'apple.use'])).toEqual([[null, 'Apple', 'Zebra']]);
  expect(toolTilesFor(tools, () => true).map(({ title }) => title)).toEqual(['Apple', 'Zebra']);
});

test('tools are in groups by what people want from them, in the order of the groups', () => {
  const tiles = toolTilesFor(tools, () => true).map((tile) =>
    tile.title === 'Zebra' ? { ...tile, group: 'help' as const } : tile,
  );
  expect(byGroup(tiles).map(({ title, tiles: within }) => [title, ...within.map(({ id }) => id)])).toEqual([
    ['Get help', 'zebra.list'],
    ['IT administration', 'apple.list'],
  ]);
});

test('a tool pinned for one role is not pinned for people with the wider role it leaves out', () => {
  const [tile] = toolTilesFor(tools, () => true).map((one) => ({
    ...one,
    pinned: { except: 'it.open' } as const,
  }));
  const pins = (permissions: string[]) =>
    presetPins(tile ? [tile] : [], (access) => allows(access, permissions));
  expect(pins(['apple.use'])).toEqual([tile]);
  expect(pins(['apple.use', 'it.open'])).toEqual([]);
});
