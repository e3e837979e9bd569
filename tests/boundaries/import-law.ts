import type { Import, SourceFile } from './source.ts';

/**
 * What the files of one part of the project may import from other parts. In patterns, `*` is one name, `**`
 * anything below, and `:tool` the same name on both sides, so that a new tool needs no new rule. The first
 * law that matches a file applies.
 */
interface Law {
  readonly files: string;
  readonly may: readonly string[];
  /** What it may also name in `import type`. */
  readonly types?: readonly string[];
  readonly packages: 'the schema library' | 'those of a browser' | 'any';
}

const laws: readonly Law[] = [
  {
    files: 'tools/:tool/contract.ts',
    may: ['tools/:tool/shapes.ts', 'tools/:tool/contract/**', 'platform/contract/**'],
    packages: 'the schema library',
  },
  { files: 'tools/:tool/shapes.ts', may: ['platform/contract/**'], packages: 'the schema library' },
  // The shapes of a long contract.
  {
    files: 'tools/:tool/contract/**',
    may: ['tools/:tool/contract/**', 'platform/contract/**'],
    packages: 'the schema library',
  },
  {
    files: 'tools/:tool/tool.ts',
    // What a screen reads ahead is a call of its own contract.
    may: ['tools/:tool/contract.ts', 'platform/contract/**'],
    packages: 'the schema library',
  },
  {
    files: 'tools/:tool/settings.ts',
    may: [
      'tools/:tool/contract.ts',
      'tools/:tool/contract/**',
      'platform/contract/**',
      'platform/server/settings/**',
    ],
    packages: 'the schema library',
  },
  {
    files: 'tools/:tool/server/**',
    may: [
      'tools/:tool/contract.ts',
      'tools/:tool/contract/**',
      'tools/:tool/tool.ts',
      'tools/:tool/settings.ts',
      'tools/:tool/server/**',
      'tools/*/server/public.ts',
      'platform/contract/**',
      'platform/server/**',
    ],
    packages: 'any',
  },
  {
    files: 'tools/:tool/web/**',
    may: [
      'tools/:tool/contract.ts',
      'tools/:tool/contract/**',
      'tools/:tool/tool.ts',
      'tools/:tool/web/**',
      'tools/*/tool.ts',
      'platform/contract/**',
      'platform/ui/**',
      'platform/web/**',
    ],
    packages: 'those of a browser',
  },
  { files: 'platform/contract/**', may: ['platform/contract/**'], packages: 'the schema library' },
  {
    files: 'platform/ui/**',
    may: ['platform/ui/**'],
    // Components know no data, but the names of the icons are part of the contract.
    types: ['platform/contract/**'],
    packages: 'those of a browser',
  },
  {
    files: 'platform/web/**',
    may: ['platform/contract/**', 'platform/ui/**', 'platform/web/**'],
    packages: 'those of a browser',
  },
  {
    files: 'platform/server/**',
    may: ['platform/contract/**', 'platform/documents/**', 'platform/server/**'],
    packages: 'any',
  },
  { files: 'platform/:part/**', may: ['platform/contract/**', 'platform/:part/**'], packages: 'any' },
  { files: 'places.ts', may: ['platform/contract/**'], packages: 'the schema library' },
  {
    files: 'tools/server.ts',
    may: ['tools/*/server/index.ts', 'tools/*/tool.ts', 'platform/contract/**', 'platform/server/**'],
    packages: 'any',
  },
  {
    files: 'tools/web.ts',
    may: ['tools/*/web/index.ts', 'tools/*/tool.ts', 'platform/contract/**', 'platform/web/**'],
    packages: 'those of a browser',
  },
  {
    files: 'entry/web/**',
    may: [
      'entry/web/**',
      'tools/web.ts',
      'places.ts',
      'platform/contract/**',
      'platform/ui/**',
      'platform/web/**',
    ],
    packages: 'those of a browser',
  },
  {
    files: 'entry/**',
    may: [
      'entry/**',
      'tools/server.ts',
      'places.ts',
      'platform/contract/**',
      'platform/documents/**',
      'platform/server/**',
      '../scripts/**',
      '../package.json',
    ],
    packages: 'any',
  },
];

/** The files that load programs by a computed name, which no rule can follow. */
const mayCompute: readonly string[] = [
  // The migrations of a folder, which import nothing of the project themselves.
  'src/platform/server/db/migrate.ts',
];

/** The imports that break the law, one sentence each. */
export function breachesOf(file: SourceFile): string[] {
  if (file.path.startsWith('migrations/')) return breachesOfMigration(file);
  if (!file.path.startsWith('src/')) return [];
  const own = file.path.slice('src/'.length);
  for (const law of laws) {
    const bound = match(law.files, own);
    if (bound !== null) return file.imports.flatMap((one) => judge(one, file, law, bound));
  }
  return isTest(own) ? [] : [`${file.path} has no place in the house: no law says what it may import.`];
}

function judge(one: Import, file: SourceFile, law: Law, bound: Bound): string[] {
  if (one.specifier === null) {
    return mayCompute.includes(file.path)
      ? []
      : [`${file.path} imports a computed name, which cannot be checked.`];
  }
  if (one.target === null) return judgePackage(one.specifier, file, law);
  const target = one.target.startsWith('src/') ? one.target.slice('src/'.length) : `../${one.target}`;
  const forTests = isTest(file.path) || isForTests(file.path);
  if (isForTests(target) && !forTests)
    return [`${file.path} imports ${one.target}, which is for tests only.`];
  const may = [
    ...law.may,
    ...(one.isType ? (law.types ?? []) : []),
    ...(isTest(file.path) && bound.tool !== undefined ? ['tools/:tool/**'] : []),
    ...(isTest(file.path) ? ['platform/server/testing/**', 'platform/web/testing/**'] : []),
  ];
  return may.some((pattern) => match(pattern, target, bound) !== null)
    ? []
    : [`${file.path} imports ${one.target}, which files in ${law.files} may not.`];
}

function judgePackage(name: string, file: SourceFile, law: Law): string[] {
  if (isTest(file.path) || isForTests(file.path) || law.packages === 'any') return [];
  const isAllowed = law.packages === 'the schema library' ? name === 'zod' : !name.startsWith('node:');
  return isAllowed ? [] : [`${file.path} imports the package ${name}, but may use only ${law.packages}.`];
}

/** A migration outlives the code of its day, even its tool: it must not depend on anything that changes. */
function breachesOfMigration(file: SourceFile): string[] {
  return file.imports.flatMap(({ target }) =>
    target === null
      ? []
      : [`${file.path} imports ${target}, but a migration may not lean on code that changes.`],
  );
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isForTests = (file: string) => file.includes('/testing/');

type Bound = Readonly<Record<string, string>>;

/** The names that `:name` stands for when the file matches the pattern, otherwise `null`. */
function match(pattern: string, file: string, bound: Bound = {}): Bound | null {
  const found = { ...bound };
  const parts = file.split('/');
  for (const [index, wanted] of pattern.split('/').entries()) {
    const part = parts[index];
    if (wanted === '**') return part === undefined ? null : found;
    if (part === undefined) return null;
    if (wanted.startsWith(':')) {
      const name = wanted.slice(1);
      found[name] ??= part;
      if (found[name] !== part) return null;
    } else if (wanted !== '*' && wanted !== part) return null;
  }
  return parts.length === pattern.split('/').length ? found : null;
}
