import { expect, test } from 'vitest';
import { allows } from '../../contract/access.ts';
import { defineTool } from '../../contract/tool.ts';
import { paletteEntries } from './entries.ts';
import { groupsBefore, groupsFound, optionsOf } from './groups.ts';
import { noteRecent, recentOf } from './recent.ts';
import { searchEntries } from './search.ts';

const links = defineTool({
  id: 'links',
  title: 'Links',
  permissions: { 'links.manage': 'Manage links.' },
  screens: {
    list: { path: '/it/links', title: 'URL Shortener', access: 'links.manage', keywords: ['redirects'] },
    follow: { path: '/r/:shortUrl', title: 'Redirecting', access: 'public' },
  },
  actions: [{ screen: 'list', title: 'Add a link', about: 'Links', search: 'add' }],
  tiles: [
    {
      place: '/it',
      screen: 'list',
      title: 'Links',
      about: 'Short addresses for flyers.',
      icon: 'link',
      group: 'it',
    },
  ],
});

const sources = {
  routes: [
    { path: '/', title: 'Home', access: 'public', keywords: [] },
    { path: '/sign-in', title: 'Log In', access: 'public', keywords: [] },
    { path: '/support', title: 'Support', access: 'signed-in', keywords: [] },
    ...Object.values(links.screens).map((screen) => ({ ...screen, keywords: screen.keywords ?? [] })),
  ],
  tools: [links],
  places: [],
  navigation: [
    { title: 'Canvas', link: 'lms' },
    { title: 'Store', link: 'store' },
  ],
  links: { lms: 'https://lms.college.example/x' },
} as const;

const titlesFor = (permissions: string[] | null) =>
  paletteEntries(sources, (access) => allows(access, permissions)).map(({ title }) => title);

test('the palette names nothing that the person may not open', () => {
  expect(titlesFor(null)).toEqual(['Canvas', 'Home']);
  expect(titlesFor([])).toEqual(['Canvas', 'Home', 'Support']);
  expect(titlesFor(['links.manage'])).toEqual(['Add a link', 'Canvas', 'Home', 'Support', 'URL Shortener']);
});

test('a page is described by its tile, another site by its host', () => {
  const entries = paletteEntries(sources, () => true);
  expect(entries.find(({ to }) => to === '/it/links')?.about).toBe('Short addresses for flyers.');
  expect(entries.find(({ href }) => href !== undefined)?.about).toBe('lms.college.example');
});

const found = (typed: string) =>
  searchEntries(
    paletteEntries(sources, () => true),
    typed,
  ).map(({ title }) => title);

test('a page is found by title, keyword and description, regardless of case and accents', () => {
  expect(found('SHORT')).toEqual(['URL Shortener']);
  expect(found('redir')).toEqual(['URL Shortener']);
  expect(found('flyérs')).toEqual(['URL Shortener']);
  expect(found('urlshort')).toEqual(['URL Shortener']);
});

test('every word must be found; a title that starts with it comes first', () => {
  expect(found('url nonsense')).toEqual([]);
  expect(found('url flyers')).toEqual(['URL Shortener']);
  expect(found('s')[0]).toBe('Support');
});

test('what was opened recently belongs to one person, keeps the title it was found with, and goes when they do', () => {
  noteRecent('ada', { to: '/support/tickets/7', title: 'Projector' });
  noteRecent('ada', { to: '/it/links' });
  noteRecent('ada', { to: '/support/tickets/7' });
  const entries = paletteEntries(sources, () => true);
  const shown = groupsBefore({ entries, pinned: ['/it/links'], recent: recentOf('ada'), here: '/' });
  expect(shown.map((group) => [group.title, group.entries[0]?.title])).toEqual([
    ['Recent', 'Projector'],
    ['All pages', 'Add a link'],
  ]);
  expect(recentOf('ben')).toEqual([]);
  expect(recentOf('ada')).toEqual([]);
});

test('a result that is a page of ours opens here; a file and an address are left to the browser', () => {
  const results = ['/it/links?search=a', '/files/7', 'mailto:ada@college.example'].map((link, index) => ({
    key: String(index),
    title: link,
    about: null,
    link,
  }));
  const routes = [{ path: '/it/links' }] as const;
  const [found] = groupsFound([{ id: 'links.links', title: 'Links', results }], {
    routes,
    iconOf: () => 'link',
  });
  expect(found?.entries.map(({ to, href }) => to ?? `out: ${href}`)).toEqual([
    '/it/links?search=a',
    'out: /files/7',
    'out: mailto:ada@college.example',
  ]);
});

test('Enter reaches nothing that was found for other words', () => {
  const entry = { title: 'Projector', about: '', keywords: [], icon: null, to: '/support/tickets/7' };
  const page = { ...entry, title: 'Jones Hall', to: '/jones-hall' };
  const before = { id: 'help-desk.tickets', title: 'Tickets', entries: [entry] };
  expect(optionsOf([{ ...before, isStale: true }])).toEqual([]);
  const pages = { id: 'pages', title: 'Pages', entries: [page] };
  const titles = (isStale: boolean) =>
    optionsOf([pages, { ...before, isStale }]).map((option) => option.entry.title);
  expect(titles(true)).toEqual(['Jones Hall']);
  expect(titles(false)).toEqual(['Jones Hall', 'Projector']);
});

test('results that look alike and open the same page are reached one after the other', () => {
  const results = ['1', '2'].map((key) => ({
    key,
    title: 'Anderson',
    about: null,
    link: '/logs?building=A',
  }));
  const groups = groupsFound([{ id: 'ra-logs.logs', title: 'RA logs', results }], {
    routes: [],
    iconOf: () => null,
  });
  expect(new Set(optionsOf(groups).map(({ key }) => key)).size).toBe(2);
});

test('what was opened from the search is recent, and not listed a second time', () => {
  const entries = paletteEntries(sources, () => true);
  for (const entry of entries) if (entry.title !== 'Support') noteRecent('bea', { ...entry });
  const shown = groupsBefore({ entries, pinned: ['/it/links'], recent: recentOf('bea'), here: '/' });
  expect(shown.map(({ title, entries }) => [title, entries.map((entry) => entry.title)])).toEqual([
    ['Recent', ['URL Shortener', 'Canvas', 'Add a link']],
    ['All pages', ['Home', 'Support']],
  ]);
});
