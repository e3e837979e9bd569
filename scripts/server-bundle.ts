import path from 'node:path';
import { build } from 'vite';

/** The one file that `npm start` runs; `server-process.mjs` names it as well. */
const file = 'server.js';

/**
 * Joins the server and its packages into one file: reading and linking a thousand took longer than all else that a start
 * does. Names and lines are kept, and each part says which file it is from, so that a stack trace can be read without a
 * map, which would cost every start more than the joining saves.
 */
export async function bundleServer(root: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    css: { postcss: {} },
    ssr: { noExternal: true, resolve: { conditions: ['node'] } },
    // As Node itself chooses among the forms of a package.
    resolve: { mainFields: ['main'] },
    build: {
      ssr: 'src/entry/server.ts',
      outDir: folder,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // What is loaded late, by tests alone, or is not there: all stay where Node finds them.
        external: ['sharp', /^nodemailer/, 'pg-native', /\/dev-screens\.ts$/, /\/server\/examples\.ts$/],
        // One character beyond ASCII would double the memory that V8 keeps the text in.
        output: { entryFileNames: file, codeSplitting: false, charset: 'ascii', comments: false },
      },
    },
  });
}

/** What the file depends on, as patterns of paths. */
export const serverSources = [
  'src/**/*.ts',
  'package.json',
  'package-lock.json',
  `scripts/${path.basename(import.meta.filename)}`,
];
