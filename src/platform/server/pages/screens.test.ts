import { expect, test } from 'vitest';
import type { PageData } from '../../contract/account.ts';
import { createScreens, type DeclaredScreen } from './screens.ts';

const declared: DeclaredScreen[] = [
  { path: '/logs', title: 'Logs <b>&', access: 'public' },
  { path: '/', title: 'Home', access: 'public' },
];
const screens = createScreens(declared, {
  product: 'Quad',
  template: () =>
    '<head><title>__TITLE__</title>__PRELOAD__<link rel="stylesheet" href="/index.css"></head><div id="root">__FIRST_PAINT__</div>',
  preload: ({ path }) => (path === '/logs' ? ['logs.js', 'kit.css', 'logs.css'] : []),
});
const render = (path: string) => screens.render({ path, data: {} as PageData, nonce: 'n' });

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
