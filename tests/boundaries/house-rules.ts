import type { SourceFile } from './source.ts';

const drawers = ['utils', 'helpers', 'common', 'misc', 'shared'];

/** The files that represent what is behind them; any other file that only re-exports is a barrel. */
const faces = /^src\/tools\/[^/]+\/(server|web)\/(index|public)\.ts$/;

const longest = 300;

/** Where a reader looks first, in any tool. */
const toolFiles = ['README.md', 'tool.ts', 'contract.ts', 'server/routes.ts'];

/** A folder without a subject attracts everything without a place. */
export function drawersIn(files: readonly string[]): string[] {
  return foldersOf(files)
    .filter((folder) => drawers.includes(folder.slice(folder.lastIndexOf('/') + 1)))
    .map((folder) => `${folder} is a drawer: name the folder after what is in it.`);
}

/** Re-exporting parts of a package under our own names is fine: that decides something. */
export function barrelsIn(sources: readonly SourceFile[]): string[] {
  return sources
    .filter((file) => file.onlyReExports && file.imports.every(({ target }) => target !== null))
    .filter((file) => !faces.test(file.path))
    .map((file) => `${file.path} only hands on what others export: import from where it is.`);
}

export function longFilesIn(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(
      (file) => file.lines > longest && !/\.test\.tsx?$/.test(file.path) && !file.path.startsWith('e2e/'),
    )
    .map((file) => `${file.path} has ${file.lines} lines, more than ${longest}: split it by what it does.`);
}

/** Every tool says what it is; every part of the platform says what it is for and what does not belong. */
export function missingFilesIn(files: readonly string[]): string[] {
  const present = new Set(files);
  const folders = foldersOf(files);
  const tools = folders.filter((folder) => /^src\/tools\/[^/]+$/.test(folder));
  const parts = folders.filter((folder) => /^src\/platform(\/server)?\/[^/]+$/.test(folder));
  const wanted = [
    ...tools.flatMap((tool) => toolFiles.map((file) => `${tool}/${file}`)),
    ...parts.map((part) => `${part}/README.md`),
  ];
  return wanted.filter((file) => !present.has(file)).map((file) => `${file} is missing.`);
}

export function oddNamesIn(files: readonly string[]): string[] {
  return files
    .filter((file) => !/\/(README\.md|[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+)$/.test(withoutTime(file)))
    .map((file) => `${file} is not in kebab-case.`);
}

/** A migration's name starts with `20261121T0900-`. */
function withoutTime(file: string): string {
  return file.replace(/^migrations\/\d{8}T\d{4}-/, 'migrations/');
}

/**
 * Circles of files that import each other, without types; each reported once, from its first file by name.
 */
export function circlesIn(sources: readonly SourceFile[]): string[] {
  const imports = new Map(
    sources.map((file) => [
      file.path,
      file.imports.flatMap(({ isType, target }) => (isType || target === null ? [] : [target])),
    ]),
  );
  return circlesOf(imports).map((circle) => `${circle} import one another in a circle.`);
}

/**
 * Circles of parts of the platform: to read one of them, a reader would have to read them all. Types count,
 * since a reader follows them too; tests do not.
 */
export function partCirclesIn(sources: readonly SourceFile[]): string[] {
  const imports = new Map<string, string[]>();
  for (const file of sources) {
    const own = isForTests(file.path) ? null : partOf(file.path);
    if (own === null) continue;
    const others = file.imports.map(({ target }) => (target === null ? null : partOf(target)));
    const known = imports.get(own) ?? [];
    imports.set(own, [...known, ...others.filter((part) => part !== null && part !== own)] as string[]);
  }
  return circlesOf(imports).map((circle) => `${circle} need one another in a circle: move what both use.`);
}

/** `src/platform/server/http` for any file in it. */
const partOf = (file: string) => /^src\/platform\/(?:server|web)\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

const isForTests = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/');

/**
 * A call has one name on the server, so that a search finds all of it; its operation is `handle` and the
 * name.
 */
export function renamedCallsIn(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => /^src\/tools\/[^/]+\/server\//.test(path) && !isForTests(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target?.endsWith('/contract.ts'))
        .flatMap(({ renamed }) => renamed.map((name) => `${path} gives ${name} another name.`)),
    );
}

function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles = new Set<string>();
  const visit = (one: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(one);
    if (seen >= 0) circles.add(inOrder(trail.slice(seen)));
    if (seen >= 0 || done.has(one)) return;
    for (const target of imports.get(one) ?? []) {
      if (imports.has(target)) visit(target, [...trail, one]);
    }
    done.add(one);
  };
  for (const one of imports.keys()) visit(one, []);
  return [...circles];
}

function inOrder(circle: readonly string[]): string {
  const first = circle.indexOf(circle.toSorted()[0] ?? '');
  return [...circle.slice(first), ...circle.slice(0, first)].join(' -> ');
}

function foldersOf(files: readonly string[]): string[] {
  const all = files.flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(all)].toSorted();
}
