import { createHash } from 'node:crypto';
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
  { path: '/logs', title: 'Logs', access: 'public' },
  { path: '/', title: 'Home', access: 'public' },
  {
    path: '/rounds',
    title: 'Rounds <b>&',
    lead: 'Who walked & when.',
    access: 'rounds.see',
    reads: [listRounds, listHalls],
  },
  { path: '/places', title: 'Places', access: 'public', reads: [listPlaces, listHalls] },
];
const screens = createScreens(declared, {
  product: 'Quad',
  template: () =>
    '<title>__TITLE__</title><script>go()</script><script type="application/json">__DATA__</script>' +
    '<script src="/a.js"></script><div id="root">__FIRST_PAINT__</div><template>__LATER__</template>',
  preload: ({ path }) => (path === '/logs' ? ['logs.js', 'kit.css', 'logs.css'] : []),
});
const render = (address: string, permissions?: readonly string[], more: Partial<PageData> = {}) => {
  const [path = '', search = ''] = address.split('?');
  const campus = { product: 'Quad', college: 'Sawtooth College', signInHelp: [] };
  const account = permissions === undefined ? null : { permissions };
  const data = { campus, account, ...more } as PageData;
  return screens.render({ path, search, data, nonce: 'n' });
};

test('a page names the modules and the styles of its screen, and loads them after the first paint', () => {
  expect(render('/logs')).toContain(
    '<template><link rel="modulepreload" href="/logs.js"><link rel="stylesheet" crossorigin href="/kit.css">' +
      '<link rel="stylesheet" crossorigin href="/logs.css"></template>',
  );
});

test('the heading and the lead of a page come with it, for those who may open it', () => {
  const heading = '<h1>Rounds &lt;b&gt;&amp;</h1><p class="quad-lead">Who walked &amp; when.</p>';
  expect(render('/rounds', ['rounds.see'])).toContain(heading);
  expect(render('/rounds', ['other'])).not.toContain('<h1>');
  expect(render('/rounds')).not.toContain('<h1>');
  expect(render('/rounds', ['rounds.see'], { offline: true })).not.toContain('<h1>');
  expect(render('/nowhere', ['rounds.see'])).not.toContain('<h1>');
});

test('home greets a visitor, and a person by what they may open', () => {
  expect(render('/')).toContain('<h1 class="quad-hero-title">Welcome to the new portal</h1>');
  expect(render('/', [])).toContain('the links for your role.</p>');
  expect(render('/', ['dashboard.open'])).toContain('role. Everything else is on your dashboard.</p>');
});

test('the policy of a page admits its inline script by the hash of its text, and no other', () => {
  expect(screens.inlineScripts()).toEqual([`sha256-${createHash('sha256').update('go()').digest('base64')}`]);
});

/** What a page makes the browser fetch early. */
function readsOf(address: string, permissions?: readonly string[]): string[] {
  const links = render(address, permissions).matchAll(
    /<link rel="preload" as="fetch" fetchpriority="low" href="([^"]*)">/g,
  );
  return [...links].map(([, href = '']) => href);
}

test('for those who may see a list it is requested at once, with the page and the filters of the address', () => {
  expect(readsOf('/rounds', ['rounds.see'])).toEqual(['/api/rounds?page=1&amp;pageSize=20', '/api/halls']);
  expect(readsOf('/rounds?search=a%22%3E%20b&page=3&building=&utm=x', ['rounds.see'])).toEqual([
    '/api/rounds?page=3&amp;pageSize=20&amp;search=a%22%3E+b',
    '/api/halls',
  ]);
  expect(readsOf('/places?page=3')).toEqual(['/api/places']);
});

test('nothing is requested for a person who may not open the page, or who may not make its call', () => {
  expect(readsOf('/rounds', ['other'])).toEqual([]);
  expect(readsOf('/rounds')).toEqual([]);
  expect(readsOf('/places', [])).toEqual(['/api/places', '/api/halls']);
});
