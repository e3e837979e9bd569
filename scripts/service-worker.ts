import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import type { WorkerPage } from '../src/platform/web/offline/request-kinds.ts';
import type { Chunk } from './bundle-report.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The scripts and styles of the shell and of the offline screens, with everything they may load later.
 * `screens` are the source files of all screens, `offline` those of the offline screens.
 */
export function offlineChunks(
  chunks: readonly Chunk[],
  screens: ReadonlySet<string>,
  offline: ReadonlySet<string>,
): string[] {
  const found = new Map<string, Chunk>();
  const visit = (file: string) => {
    const chunk = chunks.find((one) => one.file === file);
    if (chunk === undefined || found.has(file)) return;
    const { facade } = chunk;
    if (facade !== null && screens.has(facade) && !offline.has(facade)) return;
    found.set(file, chunk);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
  };
  for (const { file, isEntry } of chunks) if (isEntry) visit(file);
  return [...new Set([...found.values()].flatMap(({ file, css }) => [file, ...css]))].toSorted();
}

interface Worker {
  /** The folder of the built bundle. */
  folder: string;
  chunks: readonly string[];
  /** The pages that it may serve. */
  pages: readonly WorkerPage[];
}

/**
 * Builds the service worker into the bundle, under a name that never changes, with a list of what it keeps.
 */
export async function buildServiceWorker({ folder, chunks, pages }: Worker): Promise<void> {
  // Offline, non-Latin letters fall back to a system font.
  const fonts = globSync('assets/*-latin-wght-normal-*.woff2', { cwd: folder });
  const files = [...chunks, ...fonts, 'favicon.svg'].toSorted();
  const version = createHash('sha256');
  for (const file of [...files, 'index.html']) {
    version.update(file).update(readFileSync(path.join(folder, file)));
  }
  await build({
    root: path.join(root, 'src/entry/web'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __VERSION__: JSON.stringify(version.digest('hex').slice(0, 16)),
      __FILES__: JSON.stringify(files.map((file) => `/${file}`)),
      __PAGES__: JSON.stringify(pages),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(root, 'src/entry/web/service-worker.ts'),
        // Vite's helper for import() asks where it is; in one file there is nothing to fetch.
        transform: { define: { 'import.meta': '{}' } },
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

const paper = '#faf8f3';

/** The icons of the installed portal, drawn from the icon of the browser tab. */
export async function drawIcons(folder: string): Promise<void> {
  const drawing = readFileSync(path.join(folder, 'favicon.svg'));
  const draw = async (name: string, size: number, share: number) => {
    const inner = Math.round(size * share);
    const mark = await sharp(drawing, { density: (72 * inner) / 32 })
      .resize(inner, inner)
      .png()
      .toBuffer();
    await sharp({ create: { width: size, height: size, channels: 3, background: paper } })
      .composite([{ input: mark }])
      .png()
      .toFile(path.join(folder, 'icons', `${name}-${size}.png`));
  };
  // Systems crop a maskable icon to its inner four fifths.
  await Promise.all([
    draw('any', 192, 0.76),
    draw('any', 512, 0.76),
    draw('maskable', 512, 0.56),
    draw('apple', 180, 0.7),
  ]);
}
