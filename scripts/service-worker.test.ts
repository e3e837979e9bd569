import { expect, test } from 'vitest';
import type { Chunk } from './bundle-report.ts';
import { offlineChunks } from './service-worker.ts';

const chunk = (file: string, more: Partial<Chunk> = {}): Chunk => ({
  file,
  isEntry: false,
  size: 1,
  facade: null,
  imports: [],
  dynamicImports: [],
  modules: [],
  css: [],
  ...more,
});

const chunks = [
  chunk('index.js', {
    isEntry: true,
    imports: ['react.js'],
    dynamicImports: ['form.js', 'list.js', 'confirm.js'],
    css: ['index.css'],
  }),
  chunk('react.js'),
  chunk('confirm.js'),
  chunk('form.js', {
    facade: '/quad/add-screen.tsx',
    imports: ['zod.js'],
    dynamicImports: ['chart.js'],
    css: ['form.css'],
  }),
  chunk('list.js', { facade: '/quad/list-screen.tsx', imports: ['table.js'], css: ['list.css'] }),
  chunk('zod.js'),
  chunk('chart.js'),
  chunk('table.js'),
];
const screens = new Set(['/quad/add-screen.tsx', '/quad/list-screen.tsx']);

test('an offline screen is kept with the shell and all that both may load later, other screens are not', () => {
  expect(offlineChunks(chunks, screens, new Set(['/quad/add-screen.tsx']))).toEqual([
    'chart.js',
    'confirm.js',
    'form.css',
    'form.js',
    'index.css',
    'index.js',
    'react.js',
    'zod.js',
  ]);
});
