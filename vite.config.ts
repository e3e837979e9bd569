import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsWithoutShapes } from './scripts/calls-without-shapes.ts';
import { inlineStarter, startLater } from './scripts/first-paint.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What comes later than the first paint of a list, or only with some screens. */
const apart = {
  checks: /node_modules\/zod\/|platform\/contract\/(fields|issue-words|notices|one-click|paging|texts)\.ts$/,
  form: /\/(@mantine\/form|klona|fast-deep-equal)\/|platform\/web\/form\/(entry-form|use-entry-form)\.ts/,
  versions: /platform\/web\/form\/use-seen-version\.ts/,
  newer: /platform\/web\/form\/(newer-values|use-newer-values)\.ts/,
  picker:
    /@mantine\/core\/.*(Combobox|Floating|Focus|Overlay|Pill|Popover|Portal|ScrollArea|TagsInput)|@mantine\/hooks\/.*use-(click-outside|debounced-callback|focus|long-press)|@floating-ui\/|platform\/(web\/people|ui\/people-field)/,
  list: /platform\/(web\/list\/|ui\/(pagination-bar|compact-select)\.)/,
  texts: /platform\/web\/texts\//,
  files: /platform\/(ui\/file-field|web\/(feedback\/row-errors|form\/csv-))/,
  chart: /platform\/ui\/(bar|chart)-/,
  offline: /platform\/web\/offline\/(?!kept|store|unwritten|upgrade).*\.tsx?$/,
};

function nameApart(file: string): string | undefined {
  return Object.entries(apart).find(([, test]) => test.test(file))?.[0];
}

function toolOf(file: string): string | undefined {
  return /\/src\/tools\/([^/]+)\//.exec(file)?.[1];
}

/**
 * The name of a class as it is served. Vite's own ends in a line number, which differs for each class and so hardly
 * compresses: 0.6 kB of styles and 0.6 kB of scripts on a page.
 * @param file The absolute path of the module.
 */
function servedClassName(name: string, file: string): string {
  const relativePath = file.slice(folder('.').length);
  return `${name}_${createHash('sha256').update(relativePath).digest('base64url').slice(0, 4)}`;
}

export default defineConfig({
  root: folder('./src/entry/web'),
  plugins: [react(), callsWithoutShapes(), inlineStarter(), startLater()],
  resolve: {
    alias: [{ find: /^.*\/use-id\/use-id\.mjs$/, replacement: folder('./src/platform/ui/use-id.ts') }],
  },
  css: { postcss: folder('.'), modules: { generateScopedName: servedClassName } },
  // The server replaces the word in every answer; Vite signs what it writes into the page with it.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: folder('./dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Every browser that Quad is made for knows modulepreload.
    modulePreload: { polyfill: false },
    // A data: address would need an exception in the Content Security Policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // Hashes in the names of files do not compress, and the shell names nearly all files. 32 bits are enough: 0.3 kB
        // less on every page.
        hashCharacters: 'hex',
        // Few files that compress well, instead of one for each set of screens that happens to share a component: what
        // every page loads, and what screens have in common of the platform and of their tool. What no list needs before
        // it is shown stands apart.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 3 },
            {
              name: 'kit',
              test: (file) => /\/(platform|node_modules)\//.test(file) && nameApart(file) === undefined,
              minShareCount: 2,
              priority: 2,
            },
            { name: nameApart, debugName: 'apart', minShareCount: 2, priority: 1 },
            // One style sheet for a tool: a browser with six connections to a server would fetch nothing else meanwhile.
            { name: toolOf, debugName: 'styles', test: /\.css$/, priority: 1 },
            { name: toolOf, debugName: 'components', test: /\.tsx$/, minShareCount: 2 },
            // Apart from what is drawn: what gets ready for a time without a network needs no component.
            { name: toolOf, debugName: 'calls', minShareCount: 2 },
          ],
        },
      },
    },
    // pdf.js, which is loaded once a file was chosen.
    chunkSizeWarningLimit: 600,
    // Sizes are printed by scripts/build.ts, as served (brotli).
    reportCompressedSize: false,
  },
});
