import type { Rolldown } from 'vite';

/** What the checks need to know about one JavaScript file of the bundle. */
export interface Chunk {
  file: string;
  isEntry: boolean;
  /** The length of its code. */
  size: number;
  /** The source file that a dynamic import named, absolute. */
  facade: string | null;
  /** Files that must load before this one runs. */
  imports: readonly string[];
  /** Files that it may load later. */
  dynamicImports: readonly string[];
  /** Absolute paths of the sources inside. */
  modules: readonly string[];
  css: readonly string[];
}

export function chunksOf(bundle: Rolldown.OutputBundle): Chunk[] {
  return Object.values(bundle).flatMap((output) =>
    output.type === 'chunk'
      ? [
          {
            file: output.fileName,
            isEntry: output.isEntry,
            size: output.code.length,
            facade: output.facadeModuleId,
            imports: output.imports,
            dynamicImports: output.dynamicImports,
            modules: output.moduleIds,
            css: [...(output.viteMetadata?.importedCss ?? [])],
          },
        ]
      : [],
  );
}

/** A chunk with everything that is loaded together with it. */
export function loadedWith(chunks: readonly Chunk[], start: Chunk): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (chunk: Chunk) => {
    if (found.has(chunk.file)) return;
    found.set(chunk.file, chunk);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ file }) => file === name);
      if (imported !== undefined) visit(imported);
    }
  };
  visit(start);
  return [...found.values()];
}

/** What every page loads before it shows anything. */
export function firstLoad(chunks: readonly Chunk[]): Chunk[] {
  const entry = chunks.find(({ isEntry }) => isEntry);
  return entry === undefined ? [] : loadedWith(chunks, entry);
}

const screen = /-(screen|page)\.tsx$/;

const holdsSchemas = ({ modules }: Chunk) => modules.some((module) => module.includes('/node_modules/zod/'));

/** Sentences about what must not be in the bundle, empty when all is well. */
export function faultsOf(chunks: readonly Chunk[]): string[] {
  const all = chunks.flatMap(({ modules }) => modules);
  return [
    ...all
      .filter((module) => /\/src\/(.+\/)?server(\/|\.ts$)/.test(module))
      .map((module) => `The bundle contains a server file: ${module}`),
    ...chunks
      .filter((chunk) => chunk.isEntry || screen.test(chunk.facade ?? ''))
      .filter((chunk) => loadedWith(chunks, chunk).some(holdsSchemas))
      .map(
        ({ file, facade }) =>
          `${facade ?? file} waits for the schema library. Something that it imports makes shapes; load them by ` +
          'import() when they are needed (docs/decisions/015-checks-after-the-first-paint.md).',
      ),
  ];
}

/**
 * Sentences about sources in the bundle that the build does not watch: a change to one of them would not be built.
 * @param folder The folder of our own sources, absolute.
 * @param watched Absolute paths.
 */
export function unwatchedIn(
  chunks: readonly Chunk[],
  folder: string,
  watched: ReadonlySet<string>,
): string[] {
  const modules = chunks.flatMap((chunk) => chunk.modules).map((module) => module.replace(/[?\0].*$/, ''));
  return [...new Set(modules)]
    .filter((module) => module.startsWith(`${folder}/`) && !watched.has(module))
    .map(
      (module) =>
        `The bundle contains ${module}, which is not among the sources that scripts/build.ts watches.`,
    );
}

/** The styles of a chunk in the order in which they apply: those of its imports first. */
function stylesOf(chunks: readonly Chunk[], start: Chunk, seen = new Set<Chunk>()): string[] {
  if (seen.has(start)) return [];
  seen.add(start);
  const imported = start.imports.flatMap((name) => chunks.filter(({ file }) => file === name));
  return [...imported.flatMap((chunk) => stylesOf(chunks, chunk, seen)), ...start.css];
}

/**
 * What each page is told to fetch early, by the path of its screen: the modules, including those of the first
 * load, and the styles that it needs beyond the first load. `modules` names the source file of each path. The
 * largest comes first: a browser has few connections to a server, and the slowest file must not wait for the
 * small ones.
 */
export function preloadsOf(
  chunks: readonly Chunk[],
  modules: ReadonlyMap<string, string>,
): Record<string, string[]> {
  const first = firstLoad(chunks);
  const already = new Set(first.flatMap(({ css }) => css));
  const preloads: Record<string, string[]> = {};
  for (const [path, module] of modules) {
    const chunk = chunks.find(({ facade }) => facade === module);
    if (chunk === undefined) continue;
    const needed = [...new Set([...first, ...loadedWith(chunks, chunk)])].toSorted((a, b) => b.size - a.size);
    const styles = new Set(stylesOf(chunks, chunk)).difference(already);
    preloads[path] = [...needed.map(({ file }) => file), ...styles];
  }
  return preloads;
}
