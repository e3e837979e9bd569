import { expect, test } from 'vitest';
import { type Chunk, faultsOf, firstLoad, preloadsOf, unwatchedIn } from './bundle-report.ts';

const chunk = (file: string, more: Partial<Chunk> = {}): Chunk => ({
  file,
  isEntry: false,
  size: 1,
  facade: null,
  imports: [],
  dynamicImports: [],
  modules: [`/quad/src/platform/web/${file}`],
  css: [],
  ...more,
});
const entry = chunk('index.js', { isEntry: true, size: 3, imports: ['react.js'] });
const react = chunk('react.js', { size: 4 });
const list = chunk('list.js', {
  facade: '/quad/src/tools/x/web/list-screen.tsx',
  imports: ['kit.js', 'react.js'],
  dynamicImports: ['zod.js'],
});
const kit = chunk('kit.js', { size: 2 });
const zod = chunk('zod.js', { modules: ['/quad/node_modules/zod/v4/index.js'] });

test('what every page loads is the entry with its static imports', () => {
  expect(firstLoad([list, kit, zod, entry, react]).map(({ file }) => file)).toEqual(['index.js', 'react.js']);
});

test('the schema library may load later, but no screen waits for it', () => {
  expect(faultsOf([entry, react, list, kit, zod])).toEqual([]);
  const [fault] = faultsOf([entry, react, list, { ...kit, imports: ['zod.js'] }, zod]);
  expect(fault).toContain('/quad/src/tools/x/web/list-screen.tsx waits for the schema library');
  expect(faultsOf([{ ...entry, imports: ['zod.js'] }, zod])[0]).toContain('index.js waits');
});

test.each([
  '/quad/src/tools/x/server/queries.ts',
  '/quad/src/tools/server.ts',
  '/quad/src/platform/server/db/db.ts',
])('a server file in any part of the bundle is named: %s', (module) => {
  expect(faultsOf([entry, react, chunk('late.js', { modules: [module] })])[0]).toContain(module);
});

test('a library may have a folder named server', () => {
  expect(faultsOf([chunk('a.js', { modules: ['/quad/node_modules/react-dom/server/x.js'] })])).toEqual([]);
});

test('a source that the build does not watch is named', () => {
  const modules = ['/quad/src/a.ts?calls', '/quad/src/b.ts', '\0helper.js', '/quad/node_modules/c.js'];
  const faults = unwatchedIn([chunk('a.js', { modules })], '/quad/src', new Set(['/quad/src/a.ts']));
  expect(faults).toEqual([expect.stringContaining('/quad/src/b.ts')]);
});

test('a screen is preloaded with everything it needs, the largest first', () => {
  const modules = new Map([['/x', '/quad/src/tools/x/web/list-screen.tsx']]);
  expect(preloadsOf([entry, react, list, kit, zod], modules)).toEqual({
    '/x': ['react.js', 'index.js', 'kit.js', 'list.js'],
  });
});

test('its styles come with it, those of its imports first, without repeating the first load', () => {
  const modules = new Map([['/x', '/quad/src/tools/x/web/list-screen.tsx']]);
  const styled = [
    { ...entry, css: ['index.css'] },
    react,
    { ...kit, css: ['kit.css', 'index.css'] },
    { ...list, css: ['list.css'] },
  ];
  expect(preloadsOf(styled, modules)).toEqual({
    '/x': ['react.js', 'index.js', 'kit.js', 'list.js', 'kit.css', 'list.css'],
  });
});
