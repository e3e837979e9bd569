import { expect, test } from 'vitest';
import { type Chunk, faultsOf, firstLoad, preloadsOf } from './bundle-report.ts';

const chunk = (file: string, more: Partial<Chunk> = {}): Chunk => ({
  file,
  isEntry: false,
  facade: null,
  imports: [],
  dynamicImports: [],
  modules: [`/quad/src/platform/web/${file}`],
  css: [],
  ...more,
});
const entry = chunk('index.js', { isEntry: true, imports: ['react.js'] });
const react = chunk('react.js');
const list = chunk('list.js', {
  facade: '/quad/src/tools/x/web/list-screen.tsx',
  imports: ['zod.js', 'react.js'],
});
const zod = chunk('zod.js', { modules: ['/quad/node_modules/zod/v4/index.js'] });

test('what every page loads is the entry with its static imports', () => {
  expect(firstLoad([list, zod, entry, react]).map(({ file }) => file)).toEqual(['index.js', 'react.js']);
});

test('the schema library may come with a screen, not with every page', () => {
  expect(faultsOf([entry, react, list, zod])).toEqual([]);
  expect(faultsOf([{ ...entry, imports: ['zod.js'] }, zod])[0]).toContain('/quad/node_modules/zod/');
});

test.each([
  '/quad/src/tools/x/server/queries.ts',
  '/quad/src/tools/server.ts',
  '/quad/src/platform/server/db/db.ts',
])('a file of the server in any part of the bundle is named: %s', (module) => {
  expect(faultsOf([entry, react, chunk('late.js', { modules: [module] })])[0]).toContain(module);
});

test('a library may have a folder named server', () => {
  expect(faultsOf([chunk('a.js', { modules: ['/quad/node_modules/react-dom/server/x.js'] })])).toEqual([]);
});

test('a screen is preloaded with what it needs beyond the first load', () => {
  const modules = new Map([['/x', '/quad/src/tools/x/web/list-screen.tsx']]);
  expect(preloadsOf([entry, react, list, zod], modules)).toEqual({ '/x': ['list.js', 'zod.js'] });
});

test('its styles come with it, those of its imports first, and none of the first load again', () => {
  const modules = new Map([['/x', '/quad/src/tools/x/web/list-screen.tsx']]);
  const styled = [
    { ...entry, css: ['index.css'] },
    react,
    { ...zod, css: ['kit.css', 'index.css'] },
    { ...list, css: ['list.css'] },
  ];
  expect(preloadsOf(styled, modules)).toEqual({ '/x': ['list.js', 'zod.js', 'kit.css', 'list.css'] });
});
