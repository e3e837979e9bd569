import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('./src/entry/web'),
  plugins: [react()],
  css: { postcss: folder('.') },
  // The server replaces the word in every answer; Vite signs what it writes into the page with it.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: folder('./dist/web'),
    emptyOutDir: true,
    manifest: true,
    // A data: address would need an exception in the Content Security Policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // Few files that compress well, instead of one for each set of screens that happens to share a component: what
        // every page loads, what any page may need to ask or to send something, and what two screens have in
        // common of the platform.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 1 },
            {
              name: 'call',
              test: /platform\/(web\/client\/(call|submission)|contract\/call)\.ts$/,
              priority: 1,
            },
            {
              name: 'offline',
              test: /platform\/web\/offline\/(outbox|person|use-waiting)\.ts$/,
              priority: 1,
            },
            { name: 'kit', test: /\/(platform|node_modules)\//, minShareCount: 2 },
          ],
        },
      },
    },
    // Sizes are printed by scripts/build.ts, as served (brotli).
    reportCompressedSize: false,
  },
});
