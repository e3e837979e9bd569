import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The files that declare calls, and the tools that name some of them. */
const contract =
  /\/(tools\/[^/]+\/(contract(\/([a-z]+-)?(shapes|refusals|calls))?|tool)|platform\/contract\/(account|directory|finding|notices|pins|sign-in|waiting))\.ts$/;
const mark = '?calls';

/**
 * Gives a screen that imports a contract its calls without their shapes: to send one, a browser needs its
 * method, path, and kinds, and the schema library alone would be larger than everything else a list needs.
 * `import()` loads the whole contract, for a form that validates input. A tool comes without the calls that
 * its screens read ahead and the sentences of its permissions, which only the server needs: the shell knows
 * every tool, and would load those of all of them. See docs/decisions/015-checks-after-the-first-paint.md.
 */
export function callsWithoutShapes(): Plugin {
  return {
    name: 'calls-without-shapes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, { kind }) {
      if (kind !== 'import-statement' || importer === undefined || contract.test(importer)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true, kind });
      return found !== null && contract.test(found.id) ? found.id + mark : null;
    },
    async load(id) {
      if (!id.endsWith(mark)) return null;
      const file = id.slice(0, -mark.length);
      this.addWatchFile(file);
      return withoutShapes(await import(pathToFileURL(file).href));
    },
  };
}

/**
 * What a contract exports, as a module of plain values. Shapes and functions are not exported: the build
 * fails for a screen that imports one.
 */
export function withoutShapes(contract: Readonly<Record<string, unknown>>): string {
  return Object.entries(contract)
    .map(([name, value]) => [name, JSON.stringify(value, leaveOut)] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `export const ${name} = ${text};\n`)
    .join('');
}

/** What only the server and the documents need, by what it is part of: a screen may have one of these names. */
const notForScreens: readonly { ofOneWith: string; names: ReadonlySet<string> }[] = [
  { ofOneWith: 'screens', names: new Set(['permissions', 'tokenPermissions', 'notifications']) },
  { ofOneWith: 'path', names: new Set(['reads']) },
];

function leaveOut(this: object, name: string, value: unknown): unknown {
  if (notForScreens.some(({ ofOneWith, names }) => names.has(name) && ofOneWith in this)) return undefined;
  return typeof value === 'object' && value !== null && '_zod' in value ? undefined : value;
}
