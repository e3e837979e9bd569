import path from 'node:path';
import { build } from 'vite';

/** What is built in this way: `src/entry/<name>.ts` becomes `<name>.js`. `server-process.mjs` names the server, too. */
export const programs = { server: ['server'], commands: ['backup', 'restore'] } as const;

/**
 * Joins a program and its packages into one file: reading and linking a thousand took longer than all else that a start
 * does. Names and lines are kept, and each part says which file it is from, so that a stack trace can be read without a
 * map, which would cost every start more than the joining saves.
 */
export async function bundleProgram(root: string, name: string, folder: string): Promise<void> {
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
      ssr: `src/entry/${name}.ts`,
      outDir: folder,
      // Programs of one folder are built one after the other.
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // What only some portals load, or tests alone, or is not there: all stay where Node finds them.
        external: ['sharp', /^nodemailer/, 'pg-native', /\/dev-screens\.ts$/, /\/server\/examples\.ts$/],
        // One character beyond ASCII would double the memory that V8 keeps the text in.
        output: { entryFileNames: `${name}.js`, codeSplitting: false, charset: 'ascii', comments: false },
      },
    },
  });
}

/** What such a file depends on, as patterns of paths. */
export const serverSources = [
  'src/**/*.ts',
  'package.json',
  'package-lock.json',
  `scripts/${path.basename(import.meta.filename)}`,
];
