import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PageData } from '../../contract/account.ts';
import { defineCall, jsonReply } from '../../contract/call.ts';
import { pagedList } from '../../contract/paging.ts';
import { createScreens, type DeclaredScreen } from './screens.ts';

const named = z.object({ name: z.string() });
const search = z.string().optional();
const about = { summary: 'A list', method: 'GET', access: 'signed-in' } as const;
const reply = jsonReply(z.object({ data: z.array(named) }));

const listRounds = defineCall({
  ...about,
  name: 'listRounds',
  path: '/api/rounds',
  ...pagedList(named, { building: search, search }, { pageSize: 20 }),
});
const listHalls = defineCall({ ...about, name: 'listHalls', path: '/api/halls', reply });
const listPlaces = defineCall({ ...about, name: 'listPlaces', path: '/api/places', access: 'public', reply });

const declared: DeclaredScreen[] = [
  { path: '/logs', title: 'Logs <b>&', access: 'public' },
  { path: '/', title: 'Home', access: 'public' },
  {
    path: '/rounds',
    title: 'Rounds',
    access: 'rounds.see',
    reads: [listRounds, listHalls],
  },
  { path: '/places', title: 'Places', access: 'public', reads: [listPlaces, listHalls] },
];
const screens = createScreens(declared, {
  product: 'Quad',
  template: () =>
    '<head><title>__TITLE__</title>__PRELOAD__<link rel="stylesheet" href="/index.css"></head><div id="root">__FIRST_PAINT__</div>',
  preload: ({ path }) => (path === '/logs' ? ['logs.js', 'kit.css', 'logs.css'] : []),
});
const render = (address: string, permissions?: readonly string[]) => {
  const [path = '', search = ''] = address.split('?');
  const data = { account: permissions === undefined ? null : { permissions } } as PageData;
  return screens.render({ path, search, data, nonce: 'n' });
};

test('a page names the modules and the styles of its screen, these behind the styles of every page', () => {
  expect(render('/logs')).toContain(
    '<link rel="modulepreload" href="/logs.js"><link rel="stylesheet" href="/index.css">' +
      '<link rel="stylesheet" crossorigin href="/kit.css"><link rel="stylesheet" crossorigin href="/logs.css"></head>',
  );
});

test('the name of a page that takes a while is seen at once, as text and by nobody who listens', () => {
  expect(render('/logs')).toContain(
    '<div id="root"><div class="first-paint" aria-hidden="true"><p>Logs &lt;b&gt;&amp;</p></div></div>',
  );
});

test.each(['/', '/nowhere'])('a page without files of its own is left to the scripts: %s', (path) => {
  expect(render(path)).toContain('<link rel="stylesheet" href="/index.css"></head><div id="root"></div>');
});

/** What a page tells the browser to ask for. */
function readsOf(address: string, permissions?: readonly string[]): string[] {
  const links = render(address, permissions).matchAll(
    /<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="([^"]*)">/g,
  );
  return [...links].map(([, href = '']) => href);
}

test('whoever may see a list has it asked for at once, the page and the filters of the address', () => {
  expect(readsOf('/rounds', ['rounds.see'])).toEqual(['/api/rounds?page=1&amp;pageSize=20', '/api/halls']);
  expect(readsOf('/rounds?search=a%22%3E%20b&page=3&building=&utm=x', ['rounds.see'])).toEqual([
    '/api/rounds?page=3&amp;pageSize=20&amp;search=a%22%3E+b',
    '/api/halls',
  ]);
  expect(readsOf('/places?page=3')).toEqual(['/api/places']);
});

test('nothing is asked for a person who may not open the page, or may open it but not ask', () => {
  expect(readsOf('/rounds', ['other'])).toEqual([]);
  expect(readsOf('/rounds')).toEqual([]);
  expect(readsOf('/places', [])).toEqual(['/api/places', '/api/halls']);
});
