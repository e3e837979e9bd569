import path from 'node:path';

/**
 * `src/entry/<name>.ts` is built into `<name>.js`, except for programs of a tool. `server-process.mjs` also names the
 * server. What the server runs in the sandbox is next to it, under the name of its source.
 */
export const programs = {
  server: ['server', 'read-poster'],
  commands: ['backup', 'restore', 'files', 'pcard'],
} as const;

/** Programs that are in their tool's folder. They read none of the server's settings. */
export const ofTools: Readonly<Record<string, string>> = {
  'read-poster': 'src/tools/posters/server/read-poster.ts',
  pcard: 'src/tools/pcard/server/command.ts',
};

/**
 * Joins a program and its packages into one file: reading and linking a thousand took longer than the rest of
 * a start. Names and lines are kept, and each part says which file it is from, so that a stack trace is
 * readable without a map, which would cost every start more than the joining saves.
 */
export async function bundleProgram(root: string, name: string, folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    css: { postcss: {} },
    ssr: { noExternal: true, resolve: { conditions: ['node'] } },
    // The way Node itself chooses among the formats of a package.
    resolve: { mainFields: ['main'] },
    build: {
      ssr: ofTools[name] ?? `src/entry/${name}.ts`,
      outDir: folder,
      // Programs in one folder are built one after the other.
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // Packages that only some portals or only tests load, or that are missing, stay where Node finds
        // them.
        external: [
          'sharp',
          /^nodemailer/,
          /^@aws-sdk\//,
          'imapflow',
          'pg-native',
          /\/dev-screens\.ts$/,
          /\/server\/examples\.ts$/,
        ],
        // One non-ASCII character would double the memory that V8 needs for the text.
        output: { entryFileNames: `${name}.js`, codeSplitting: false, charset: 'ascii', comments: false },
      },
    },
  });
}

/** What these files depend on, as path patterns. */
export const serverSources = [
  'src/**/*.ts',
  'package.json',
  'package-lock.json',
  `scripts/${path.basename(import.meta.filename)}`,
];
