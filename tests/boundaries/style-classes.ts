import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Classes that a component takes from its style sheet and that are not in it: to the compiler each one is a string, and
 * on the page it is nothing.
 */
export function missingClassesIn(root: string, files: readonly string[]): string[] {
  const present = new Set(files);
  return files
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const code = text.replaceAll(/^import .*$/gm, '');
      return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(
        ([, name = '', specifier = '']) => {
          const sheet = path.posix.join(path.posix.dirname(file), specifier);
          if (!present.has(sheet)) return [`${file} imports ${sheet}, which is missing.`];
          const there = classesOf(readFileSync(path.join(root, sheet), 'utf8'));
          const wanted = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(
            ([, one = '']) => one,
          );
          return [...new Set(wanted)]
            .filter((one) => !there.has(one))
            .map((one) => `${file} wants the class ${one}, which ${sheet} does not have.`);
        },
      );
    });
}

function classesOf(sheet: string): Set<string> {
  const rules = sheet.replaceAll(/\/\*.*?\*\//gs, '');
  return new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}
