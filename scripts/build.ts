// Builds the screens into dist/web, the server into dist/server and the commands into dist/commands, unless
// they are already built from these exact sources. Arguments select among them: `build.ts server commands`.
// --force builds anyway, --verbose prints the size of each page as served.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleProgram, programs, serverSources } from './server-bundle.ts';
import { moveIntoPlace, removeLeftovers, workFolder } from './work-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
const hashFile = '.sources';
const verbose = process.argv.includes('--verbose');

/** What is built into its own folder. */
interface Product {
  target: string;
  /** Everything it depends on, as path patterns. */
  sources: readonly string[];
  build(folder: string): Promise<void>;
}

const screenSources = [
  'src/**/web/**/*.*',
  'src/platform/ui/**/*.*',
  'src/platform/contract/**/*.ts',
  'src/tools/*/*.ts',
  'src/tools/*/contract/**/*.ts',
  'src/tools/web.ts',
  'src/places.ts',
  'scripts/{build,bundle-report,calls-without-shapes,first-paint,screens-bundle,service-worker,work-folder}.ts',
  'vite.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
];

const screens: Product = {
  target: path.join(root, 'dist/web'),
  sources: screenSources,
  // Every start checks whether there is something to build; only then are the tools for it loaded.
  build: async (folder) =>
    (await import('./screens-bundle.ts')).buildScreens(folder, { sources: screenSources, verbose }),
};
const products: Record<string, Product> = {
  screens,
  server: bundled('server'),
  commands: bundled('commands'),
};

function bundled(kind: keyof typeof programs): Product {
  return {
    target: path.join(root, 'dist', kind),
    sources: serverSources,
    async build(folder) {
      for (const name of programs[kind]) await bundleProgram(root, name, folder);
    },
  };
}

function hashOf(sources: readonly string[]): string {
  const files = globSync([...sources], { cwd: root }).filter((file) => !/\.(test\.tsx?|md)$/.test(file));
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function isBuilt({ target }: Product, hash: string): boolean {
  const file = path.join(target, hashFile);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

let announced = false;
function announceOnce(): void {
  if (!announced) console.log('Building the screens and the server (about ten seconds)...');
  announced = true;
}

/** Builds in a separate folder, so that two simultaneous builds, or a killed one, break nothing. */
async function bringUpToDate(product: Product): Promise<void> {
  const { target } = product;
  const hash = hashOf(product.sources);
  if (isBuilt(product, hash) && !process.argv.includes('--force')) {
    if (verbose) console.log(`${path.relative(root, target)} is up to date.`);
    return;
  }
  announceOnce();
  mkdirSync(path.dirname(target), { recursive: true });
  removeLeftovers(target);
  const folder = workFolder(target);
  try {
    await product.build(folder);
    writeFileSync(path.join(folder, hashFile), hash);
    moveIntoPlace(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = asked.length === 0 ? Object.keys(products) : asked;
const results = await Promise.allSettled(
  chosen.map(async (what) => {
    const product = products[what];
    if (product === undefined) throw new Error(`Known: ${Object.keys(products).join(', ')}.`);
    await bringUpToDate(product);
  }),
);
for (const [index, what] of chosen.entries()) {
  const result = results[index];
  if (result?.status !== 'rejected') continue;
  const { reason } = result;
  process.stderr.write(
    `The ${what} could not be built.\n${reason instanceof Error ? reason.message : String(reason)}\n`,
  );
  process.exitCode = 1;
}
