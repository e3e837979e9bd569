import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { places } from '../src/places.ts';
import { shellScreens } from '../src/platform/contract/shell-screens.ts';
import type { Tool } from '../src/platform/contract/tool.ts';
import type { WorkerPage } from '../src/platform/web/offline/request-kinds.ts';
import {
  type Chunk,
  chunksOf,
  faultsOf,
  firstLoad,
  loadedWith,
  preloadsOf,
  unwatchedIn,
} from './bundle-report.ts';
import { buildServiceWorker, drawIcons, offlineChunks } from './service-worker.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Builds the screens into a folder, with the service worker and what each page is told to fetch early.
 * @param sources Patterns of every file that a build watches; one that is missing is an error.
 */
export async function buildScreens(
  folder: string,
  { sources, verbose }: { sources: readonly string[]; verbose: boolean },
): Promise<void> {
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
  const watched = new Set(globSync([...sources], { cwd: root }).map((file) => path.join(root, file)));
  const faults = [...faultsOf(chunks), ...unwatchedIn(chunks, path.join(root, 'src'), watched)];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const declared = await screenModules();
  const modules = new Map(declared.map(({ path: address, module }) => [address, module]));
  copyFonts(folder);
  mkdirSync(path.join(folder, 'icons'));
  await drawIcons(folder);
  const offline = declared.filter((screen) => screen.offline);
  await buildServiceWorker({
    folder,
    chunks: offlineChunks(chunks, new Set(modules.values()), new Set(offline.map(({ module }) => module))),
    pages: workerPages(declared),
  });
  await compress(folder);
  const preloads = preloadsOf(chunks, modules);
  writeFileSync(path.join(folder, '.vite', 'preload.json'), JSON.stringify(preloads));
  if (verbose) printSizes(folder, chunks);
}

/** Copies the fonts under plain names, for the script-less pages, which know no hashed name. */
function copyFonts(folder: string): void {
  const files = {
    figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    newsreader: '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2',
  };
  for (const [font, file] of Object.entries(files)) {
    cpSync(path.join(root, 'node_modules', file), path.join(folder, 'fonts', `${font}.woff2`));
  }
}

/** Writes the compressed form next to each file, at the highest level: done once, it is served for years. */
async function compress(folder: string): Promise<void> {
  const compressOne = async (file: string) => {
    const content = readFileSync(path.join(folder, file));
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    };
    writeFileSync(path.join(folder, `${file}.br`), await promisify(brotliCompress)(content, options));
  };
  await Promise.all(globSync('**/*.{js,mjs,css,svg}', { cwd: folder }).map(compressOne));
}

interface ScreenModule {
  path: string;
  /** The source file, absolute. */
  module: string;
  /** Whether it opens offline. */
  offline: boolean;
  /** Whether opening it has an effect. */
  hasEffect: boolean;
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
        hasEffect: screen.hasEffect === true,
      });
    }
  }
  return modules;
}

/** The pages that the service worker may serve: all declared ones, except where a visit has an effect. */
function workerPages(screens: readonly ScreenModule[]): WorkerPage[] {
  const ofShell = [...shellScreens, ...places].map(({ path: address }) => ({
    path: address,
    offline: false,
  }));
  const ofTools = screens
    .filter(({ hasEffect }) => !hasEffect)
    .map(({ path: address, offline }) => ({ path: address, offline }));
  return [...ofShell, ...ofTools];
}

function printSizes(folder: string, chunks: readonly Chunk[]): void {
  const served = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + readFileSync(path.join(folder, `${file}.br`)).length, 0);
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
