import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** One import of a file: static, dynamic, re-exporting or of a type. */
export interface Import {
  /** As written. `null`: computed at run time. */
  readonly specifier: string | null;
  /** The file it refers to, from the root of the tree; `null` for a package. */
  readonly target: string | null;
  /** `import type`, `export type ... from` and `import('...').Type`: gone when the program runs. */
  readonly isType: boolean;
  /** Names that the file renames: `import { name as other }`. */
  readonly renamed: readonly string[];
}

export interface SourceFile {
  /** From the root of the tree, with `/`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Whether the file only re-exports. */
  readonly onlyReExports: boolean;
}

const folders = [
  'src',
  'scripts',
  'migrations',
  'tests',
  'e2e',
  'harness',
  'bench',
  'torture',
  'screenshots',
];

/** What `npm run bench` and `npm run screenshots` leave there; Git ignores it. */
const left = /^(bench|screenshots)\/results\//;

/** Every file in the project's folders, from the root of the tree, with `/`. */
export function listFiles(root: string): string[] {
  return folders
    .flatMap((folder) => entriesOf(path.join(root, folder)).map((entry) => path.posix.join(folder, entry)))
    .filter((file) => !left.test(file))
    .toSorted();
}

function entriesOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
      );
  } catch {
    return [];
  }
}

/** Parses every program among the files. */
export function readSources(root: string, files: readonly string[]): SourceFile[] {
  return files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => readSource(root, file));
}

/** All files of a project, and its programs as they are read. */
export function lookAt(root: string) {
  const files = listFiles(root);
  return { files, sources: readSources(root, files) };
}

function readSource(root: string, file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return {
    path: file,
    lines: text.split('\n').length - 1,
    imports: importsIn(program).map((found) => ({
      ...found,
      target: found.specifier === null ? null : targetOf(file, found.specifier),
    })),
    onlyReExports: handsOnOnly(program.body as unknown as Node[]),
  };
}

/** A node of the syntax tree (ESTree), with only what is needed here. */
interface Node {
  readonly type: string;
  readonly source?: Node | null;
  readonly value?: unknown;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly declaration?: unknown;
  readonly specifiers?: readonly { imported?: { name?: string }; local?: { name?: string } }[];
}

function importsIn(tree: unknown): Omit<Import, 'target'>[] {
  if (Array.isArray(tree)) return tree.flatMap(importsIn);
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Object.values(tree).flatMap(importsIn);
  const node = tree as Node;
  if (!importing.has(node.type) || node.source === null || node.source === undefined) return inner;
  const { value } = node.source;
  const isType = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
  const renamed = (node.specifiers ?? []).flatMap(({ imported, local }) =>
    imported?.name === undefined || imported.name === local?.name ? [] : [imported.name],
  );
  return [{ specifier: typeof value === 'string' ? value : null, isType, renamed }, ...inner];
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function targetOf(file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
}

/** `export ... from`, or imports that are all exported again, and nothing else. */
function handsOnOnly(body: readonly Node[]): boolean {
  const handsOn = body.filter(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        (node.declaration === null || node.declaration === undefined)),
  );
  return (
    handsOn.length > 0 && body.every((node) => node.type === 'ImportDeclaration' || handsOn.includes(node))
  );
}
