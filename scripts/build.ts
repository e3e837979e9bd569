// Builds the screens into dist/web, unless they are built already from these very sources.
// --force builds anyway, --verbose prints what each page weighs as served.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import type { Tool } from '../src/platform/contract/tool.ts';
import { type Chunk, chunksOf, faultsOf, firstLoad, loadedWith, preloadsOf } from './bundle-report.ts';
import { buildServiceWorker, drawIcons, offlineChunks } from './service-worker.ts';
import { moveIntoPlace, removeLeftovers, workFolder } from './work-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist/web');
const hashFile = '.sources';
const verbose = process.argv.includes('--verbose');

const sources = [
  'src/**/web/**/*.*',
  'src/platform/ui/**/*.*',
  'src/platform/contract/**/*.ts',
  'src/tools/*/{tool,contract}.ts',
  'src/tools/web.ts',
  'src/places.ts',
  'scripts/{build,bundle-report,calls-without-shapes,service-worker,work-folder}.ts',
  'vite.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
];

function hashOfSources(): string {
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.(test\.tsx?|md)$/.test(file));
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function isBuilt(hash: string): boolean {
  const file = path.join(target, hashFile);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/** Builds into a folder of its own, so that two builds at once, or one that is killed, break nothing. */
async function buildInto(folder: string, hash: string): Promise<Chunk[]> {
  let chunks: Chunk[] = [];
  const collect: Plugin = {
    name: 'collect-chunks',
    generateBundle(_options, bundle) {
      chunks = chunksOf(bundle);
    },
  };
  await build({
    root: path.join(root, 'src/entry/web'),
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [collect],
    build: { outDir: folder, emptyOutDir: true },
  });
  const faults = faultsOf(chunks);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const screens = await screenModules();
  const modules = new Map(screens.map(({ path: address, module }) => [address, module]));
  copyFonts(folder);
  mkdirSync(path.join(folder, 'icons'));
  await drawIcons(folder);
  const offline = screens.filter((screen) => screen.offline);
  await buildServiceWorker({
    folder,
    chunks: offlineChunks(chunks, new Set(modules.values()), new Set(offline.map(({ module }) => module))),
    screens: offline.map(({ path: address }) => address),
  });
  compress(folder);
  const preloads = preloadsOf(chunks, modules);
  writeFileSync(path.join(folder, '.vite', 'preload.json'), JSON.stringify(preloads));
  writeFileSync(path.join(folder, hashFile), hash);
  return chunks;
}

/** The fonts once more under names of their own, for the script-less pages, which know no hashed name. */
function copyFonts(folder: string): void {
  const files = {
    figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    newsreader: '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2',
  };
  for (const [font, file] of Object.entries(files)) {
    cpSync(path.join(root, 'node_modules', file), path.join(folder, 'fonts', `${font}.woff2`));
  }
}

/** Writes the compressed form beside each file, as strong as it gets: it is done once and served for years. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const content = readFileSync(path.join(folder, file));
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    };
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content, options));
  }
}

interface ScreenModule {
  path: string;
  /** The source file, absolute. */
  module: string;
  /** Whether it opens without a network. */
  offline: boolean;
}

/** The source file of each tool's screen, read from the tools' own two files. */
async function screenModules(): Promise<ScreenModule[]> {
  const modules: ScreenModule[] = [];
  for (const index of globSync('src/tools/*/web/index.ts', { cwd: root })) {
    const folder = path.join(root, path.dirname(index));
    const exported: Record<string, Tool> = await import(path.join(folder, '../tool.ts'));
    const tool = Object.values(exported).find((value) => value?.screens !== undefined);
    for (const [, name, file] of readFileSync(path.join(root, index), 'utf8').matchAll(
      /(\w+): \(\) => import\('(\.[^']+)'\)/g,
    )) {
      const screen = name === undefined ? undefined : tool?.screens[name];
      if (screen === undefined || file === undefined) continue;
      modules.push({
        path: screen.path,
        module: path.join(folder, file),
        offline: screen.offline === true,
      });
    }
  }
  return modules;
}

function printSizes(chunks: readonly Chunk[]): void {
  const served = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + readFileSync(path.join(target, `${file}.br`)).length, 0);
  const weigh = (name: string, parts: readonly Chunk[]) => {
    const script = served(new Set(parts.map(({ file }) => file)));
    const style = served(new Set(parts.flatMap(({ css }) => css)));
    const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
    console.log(`${name.padEnd(60)} script ${inKilobytes(script)}   style ${inKilobytes(style)}`);
  };
  const first = firstLoad(chunks);
  console.log(
    'What a first visit loads, brotli (goals: 130 kB for home and sign-in, 180 kB for a screen, style 16 kB)',
  );
  weigh('home, places', first);
  for (const chunk of chunks) {
    if (chunk.facade === null || !/-(screen|page)\.tsx$/.test(chunk.facade)) continue;
    weigh(path.relative(path.join(root, 'src'), chunk.facade), [...first, ...loadedWith(chunks, chunk)]);
  }
}

async function main(): Promise<void> {
  const hash = hashOfSources();
  if (isBuilt(hash) && !process.argv.includes('--force')) {
    if (verbose) console.log('The screens are up to date.');
    return;
  }
  mkdirSync(path.dirname(target), { recursive: true });
  removeLeftovers(target);
  const folder = workFolder(target);
  try {
    const chunks = await buildInto(folder, hash);
    moveIntoPlace(folder, target);
    if (verbose) printSizes(chunks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `The screens could not be built.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
