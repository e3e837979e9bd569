import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingFilesIn } from './boundaries/house-rules.ts';
import { breachesOf } from './boundaries/import-law.ts';
import { listFiles, readSources } from './boundaries/source.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
const tool = 'src/tools/lost-and-found';

/** A copy of the project in which the walk-through of ARCHITECTURE.md is followed to the letter. */
const copy = mkdtempSync(path.join(os.tmpdir(), 'quad-walk-'));

/**
 * The files that the page spells out: a line that starts with a path in backticks, then the text. As the page says, the name
 * of the migration begins with the time at which it is written.
 */
function filesOfThePage(): [file: string, text: string][] {
  const blocks = page.matchAll(/^`((?:src|migrations)\/[^`]+)`[^\n]*\n\n```\w+\n(.*?)^```$/gms);
  const now = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 13);
  return Array.from(blocks, ([, file = '', text = '']) => [
    file.replace(/(?<=^migrations\/)[^-]+/, now),
    text,
  ]);
}

/** The line that the page says to add to a file. */
function lineFor(file: string): string {
  const line = new RegExp(`^- \`${file}\`, below [^:]+: \`(.+)\`\\.$`, 'm').exec(page)?.[1];
  if (line === undefined) throw new Error(`The page says no line for ${file}.`);
  return line;
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(path.join(copy, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} has no place for its line.`);
  writeFileSync(path.join(copy, file), after);
}

function addToList(file: string, name: string, from: string): void {
  edit(file, (text) => `import { ${name} } from '${from}';\n${text.replace('[] = [', `[] = [${name}, `)}`);
}

/**
 * Runs a program of a package on our own Node, in the copy.
 * @returns everything that it printed
 */
async function run(program: string, ...words: string[]): Promise<{ failed: boolean; output: string }> {
  const { VITEST: _vitest, FORCE_COLOR: _color, ...inherited } = process.env;
  // A few random requests to each call are enough to see that the new ones are tried.
  const env = { ...inherited, QUAD_FUZZ_RUNS: '8', NO_COLOR: '1' };
  const options = { cwd: copy, env };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words], options);
    return { failed: false, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { failed: true, output: stdout + stderr };
  }
}

beforeAll(() => {
  const parts = [
    'src',
    'scripts',
    'migrations',
    'tests',
    'campus',
    'package.json',
    'biome.json',
    'vitest.config.ts',
  ];
  for (const part of [...parts, 'tsconfig.json', 'tsconfig.web.json']) {
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  // What the compiler has already checked in the project, if it has, so that it only checks what is new.
  const checked = path.join('dist', 'types');
  if (existsSync(path.join(root, checked)))
    cpSync(path.join(root, checked), path.join(copy, checked), { recursive: true });
  for (const [file, text] of filesOfThePage()) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
  addToList('src/tools/server.ts', 'lostAndFoundServer', './lost-and-found/server/index.ts');
  addToList('src/tools/web.ts', 'lostAndFoundWeb', './lost-and-found/web/index.ts');
  edit('campus/access.yaml', (text) =>
    text.replace(/^permissions:$/m, `$&\n  ${lineFor('campus/access.yaml')}`),
  );
  edit('tests/access-table.ts', (text) =>
    text.replace('holders: {', `holders: {\n    ${lineFor('tests/access-table.ts')}`),
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the page spells out the whole tool, and nothing that breaks a rule of the project', () => {
  const files = listFiles(copy);
  expect(files.filter((file) => file.startsWith(`${tool}/`)).length).toBe(12);
  expect(missingFilesIn(files).filter((sentence) => sentence.includes('lost-and-found'))).toEqual([]);
  const sources = readSources(copy, files);
  expect(sources.flatMap(breachesOf).filter((sentence) => sentence.includes('lost-and-found'))).toEqual([]);
});

test('it compiles on both sides', { tags: 'long', timeout: 180_000 }, async () => {
  for (const project of ['tsconfig.json', 'tsconfig.web.json']) {
    // The packages are those of the project, through a link; in the copy they have to look as they did there.
    const { output } = await run(
      'node_modules/typescript/bin/tsc',
      '--project',
      project,
      '--preserveSymlinks',
    );
    // Parts of the project that are not in the copy are missed elsewhere.
    const about = output.split('\n').filter((line) => /lost-and-found|tools\/(server|web)\.ts/.test(line));
    expect(about).toEqual([]);
  }
});

test('the linter has no complaints', async () => {
  const { failed, output } = await run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--vcs-enabled=false',
    tool,
  );
  expect(output).toContain('Checked 12 files');
  expect(failed, output).toBe(false);
});

const testFile = (name: string) => `tests/${name}.test.ts`;
/** With one worker: each loads the whole project before its first test. */
const vitest = (...words: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...words);

test('its own test passes, and every test that looks at all tools together', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const together = ['backup', 'boundaries', 'every-disclosure', 'every-export'];
  const files = [tool, ...[...together, 'upgrade'].map(testFile)];
  const { failed, output } = await vitest(...files);
  expect(failed, output).toBe(false);
  expect(output).toMatch(new RegExp(`Test Files.+${files.length} passed`));
});

test('its calls pass every test that checks each call or list', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const files = ['every-call', 'every-list', 'fuzz'].map(testFile);
  // Those of the other tools have passed in the project itself.
  const names =
    '^(listItems|addItem|every call|a cookie|a field|nothing|the table|the calls of Lost|everything|every person)';
  const { failed, output } = await vitest(
    ...files,
    testFile('access-matrix'),
    testFile('every-identity'),
    '--reporter=verbose',
    '-t',
    names,
  );
  expect(failed, output).toBe(false);
  for (const file of files) expect(output).toMatch(new RegExp(`✓ ${file} > .*listItems`));
  expect(output).toMatch(/✓ tests\/fuzz.test.ts > addItem/);
  expect(output).toMatch(/✓ tests\/access-matrix.test.ts > the calls of Lost and Found/);
});
