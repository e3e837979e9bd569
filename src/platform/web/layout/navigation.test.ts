import { expect, test } from 'vitest';
import { allows } from '../../contract/access.ts';
import type { NavigationEntry } from '../../contract/tool.ts';
import type { ToolTile } from '../pages/tiles.ts';
import { closestAddress, currentItem, isWithin, visibleNavigation, withoutRepetition } from './navigation.ts';

const routes = [
  { path: '/my-dashboard', access: 'dashboard.open' },
  { path: '/support', access: 'signed-in' },
  { path: '/grades', access: 'grades.read' },
] as const;

const entries: NavigationEntry[] = [
  { title: 'Dashboard', to: '/my-dashboard' },
  { title: 'Canvas', link: 'lms', children: [{ title: 'My Grade Files', to: '/grades' }] },
  { title: 'Store', link: 'store' },
  { title: 'Support', to: '/support' },
  { title: 'Get WiFi', to: '/support/wifi-key' },
];

function titlesFor(permissions: string[] | null, links = {}) {
  return visibleNavigation(entries, routes, links, (access) => allows(access, permissions)).map(
    ({ title }) => title,
  );
}

test('an entry that needs an account is hidden while signed out', () => {
  expect(titlesFor(null)).toEqual([]);
});

test('a configured address is shown to everyone, an empty one to no one', () => {
  expect(titlesFor(null, { store: 'https://store.example' })).toEqual(['Store']);
});

test('an entry whose page does not exist is not shown', () => {
  expect(titlesFor(['dashboard.open'])).toEqual(['Dashboard', 'Support']);
});

test('an entry without its own address stays if the person may open one of its children', () => {
  const [canvas] = visibleNavigation(entries.slice(1, 2), routes, {}, () => true);
  expect(canvas).toEqual({
    title: 'Canvas',
    children: [{ title: 'My Grade Files', to: '/grades', children: [] }],
  });
});

test('an entry whose page is a place drops down with its tiles under their headings', () => {
  const tile = { title: 'Facilities', to: '/departments/facilities', about: '', icon: 'building' } as const;
  const tilesOn = (place: string) =>
    place === '/my-dashboard' ? [{ heading: 'Departments', tiles: [tile] }] : [];
  const [dashboard, support] = visibleNavigation(entries, routes, {}, () => true, tilesOn).filter(
    ({ to }) => to !== undefined,
  );
  expect(dashboard?.children).toEqual([
    { title: 'Facilities', to: '/departments/facilities', heading: 'Departments', children: [] },
  ]);
  expect(support?.children).toEqual([]);
  expect(visibleNavigation(entries.slice(0, 1), routes, {}, () => false, tilesOn)).toEqual([]);
});

test('a page is within an entry only at a segment boundary', () => {
  expect(isWithin('/support/wifi-key', '/support')).toBe(true);
  expect(isWithin('/supporters', '/support')).toBe(false);
});

test('a page that is in two dropdowns marks one entry: the closest address, the entry itself, or the first', () => {
  const item = (title: string, to: string, ...children: string[]) => ({
    title,
    to,
    children: children.map((child) => ({ title: child, to: child, children: [] })),
  });
  const items = [
    item('Dashboard', '/my-dashboard', '/people'),
    item('Get WiFi', '/support/wifi-key'),
    item('Support', '/support', '/support/wifi-key', '/people'),
  ];
  expect(currentItem(items, '/people')?.title).toBe('Dashboard');
  expect(currentItem(items, '/support/wifi-key/guests')?.title).toBe('Get WiFi');
  expect(currentItem(items, '/support/tickets')?.title).toBe('Support');
  expect(currentItem(items, '/')).toBeUndefined();
});

test('the menu of a phone lists each page once', () => {
  const link = (title: string, to: string) => ({ title, to, children: [] });
  const tool = (title: string, to: string) => ({ title, to }) as ToolTile;
  const { items, groups } = withoutRepetition({
    items: [
      { ...link('Dashboard', '/my-dashboard'), children: [link('IT', '/it'), link('Support', '/support')] },
      { title: 'Canvas', children: [link('My Grade Files', '/grades')] },
      link('Get WiFi', '/wifi-key'),
      {
        ...link('Support', '/support'),
        children: [link('Wi-Fi Key', '/wifi-key'), link('IT', '/it'), link('People', '/people')],
      },
      { title: 'Store', href: 'https://store.example', children: [] },
    ],
    groups: [
      { title: 'Get help', tiles: [tool('Wi-Fi Key', '/wifi-key')] },
      { title: 'Academics', tiles: [tool('My Grade Files', '/grades')] },
    ],
  });
  const listed = items.map(({ title, children }) => [title, ...children.map((child) => child.title)]);
  expect(listed).toEqual([['Dashboard', 'IT'], ['Get WiFi'], ['Support', 'People'], ['Store']]);
  expect(groups.map(({ title }) => title)).toEqual(['Academics']);
});

test('the menu of a phone marks only the closest entry', () => {
  const link = (title: string, to: string) => ({ title, to, children: [] });
  const menu = {
    items: [{ ...link('Support', '/support'), children: [link('Get WiFi', '/support/wifi-key')] }],
    groups: [{ title: 'Residence life', tiles: [{ title: 'RA Logs', to: '/ra-logs' } as ToolTile] }],
  };
  expect(closestAddress(menu, '/support/wifi-key/guests')).toBe('/support/wifi-key');
  expect(closestAddress(menu, '/support/tickets')).toBe('/support');
  expect(closestAddress(menu, '/ra-logs/new')).toBe('/ra-logs');
  expect(closestAddress(menu, '/')).toBeUndefined();
});
