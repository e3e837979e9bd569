// npm test: installs everything, then runs types, lint, unused code, generated docs, screens, tests, browser
// stories, all but those tagged `long`; `npm run check` (`--all`) runs those, too. It stops after the first stage
// that fails. A line says when a step starts and how it ended; a step's output is shown when it fails, or always
// with `--verbose`. `npm test -- <words>` runs only the tests whose file path contains one of the words or, if no
// path does, the tests whose name contains them. One or two files that failed in a whole run are run again, alone;
// what passes then is named at the end as unsteady. The last line, `N passed, N failed`, is for CI.
import './requirements.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { install } from './install.mjs';
import { endIfStopped, root, runOnNode } from './runtime.mjs';
import {
  countPlaywright,
  countVitest,
  failedFilesOfPlaywright,
  failedFilesOfVitest,
} from './test-counts.mjs';
import { makeTestFolder } from './test-folder.mjs';

const verbose = process.argv.includes('--verbose');
const all = process.argv.includes('--all');
const words = process.argv.slice(2).filter((word) => !['--all', '--verbose'].includes(word));
const folder = makeTestFolder();
const env = { ...process.env, TMPDIR: folder };
const vitestReport = join(folder, 'vitest.json');
const playwrightReport = join(folder, 'playwright.json');

const vitest = {
  title: 'tests',
  command: [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--reporter=${verbose ? 'default' : 'minimal'}`,
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  env,
  byName: (name) => ['--testNamePattern', literal(name), '--passWithNoTests'],
  count: () => countVitest(readReport(vitestReport)),
  failedFiles: () => failedFilesOfVitest(readReport(vitestReport)),
};
const playwright = {
  title: 'browser stories',
  command: [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--reporter=${verbose ? 'list' : 'dot'},json`,
    '--fail-on-flaky-tests',
  ],
  env: {
    ...env,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  },
  byName: (name) => ['--grep', literal(name), '--pass-with-no-tests'],
  count: () => countPlaywright(readReport(playwrightReport)),
  // What the first run left of its failures stays.
  optionsAgain: ['--output=test-results/again'],
  failedFiles: () => failedFilesOfPlaywright(readReport(playwrightReport)),
};
const screens = { title: 'screens', command: ['scripts/build.ts'] };
/** The longest first: they run at the same time. */
const checks = [
  { title: 'types', command: ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.json'] },
  screens,
  {
    title: 'types of the screens',
    command: ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.web.json'],
  },
  { title: 'unused code', command: ['node_modules/knip/bin/knip.js'] },
  { title: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { title: 'generated documents', command: ['src/entry/docs.ts', '--check'] },
];
const everything = all
  ? [checks, [vitest], [playwright]]
  : [checks, [without(vitest, '--tagsFilter=!long')], [without(playwright, '--grep-invert=@long')]];

function without(step, left) {
  return { ...step, command: [...step.command, left] };
}

/** The runs that the command line asks for. */
function chosen() {
  const matching = ['src', 'scripts', 'harness', 'bench', 'torture', 'tests', 'e2e']
    .flatMap(testFiles)
    .filter((file) => words.some((word) => file.includes(word)));
  const narrowed = (step, files) => {
    if (matching.length === 0)
      return [{ ...step, command: [...step.command, ...step.byName(words.join(' '))] }];
    return files.length === 0 ? [] : [{ ...step, command: [...step.command, ...files] }];
  };
  const stories = narrowed(
    playwright,
    matching.filter((file) => file.startsWith('e2e/')),
  );
  const others = narrowed(
    vitest,
    matching.filter((file) => !file.startsWith('e2e/')),
  );
  return [others, stories.length > 0 ? [screens] : [], stories];
}

function testFiles(folder) {
  try {
    const names = readdirSync(join(root, folder), { recursive: true });
    return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Both runners take a regular expression as a name. */
function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function duration(since) {
  const milliseconds = performance.now() - since;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs one step and reports how it ended.
 * @returns its counts
 */
async function runStep(step) {
  console.log(`${step.title} ...`);
  const start = performance.now();
  const { code, output } = await runOnNode(step.command, { quiet: !verbose, env: step.env });
  const counted = step.count?.();
  // A failed step is at least one failure, so that the last line never reads like a success.
  const failed = code === 0 ? (counted?.failed ?? 0) : Math.max(1, counted?.failed ?? 0);
  const skipped = counted?.skipped ? `, ${counted.skipped} skipped (npm test -- --verbose says which)` : '';
  const tests = counted ? ` (${counted.passed} passed${skipped})` : '';
  console.log(`${step.title}: ${failed > 0 ? 'FAILED' : 'passed'} after ${duration(start)}${tests}`);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  return { passed: counted?.passed ?? 0, failed };
}

/** With more files than this, the change is at fault, not a busy machine. */
const mostRunAgain = 2;
const unsteady = [];

/** Runs one step of a whole run; one or two files that failed get a second run with the machine to themselves. */
async function runSteadily(step) {
  const first = await runStep(step);
  if (first.failed === 0) return first;
  const files = step.failedFiles?.() ?? [];
  if (files.length === 0 || files.length > mostRunAgain) return first;
  const second = await runStep({
    ...step,
    title: `${step.title} again`,
    command: [...step.command, ...(step.optionsAgain ?? []), ...files],
  });
  if (second.failed > 0) return first;
  unsteady.push(...files);
  return { passed: first.passed + first.failed, failed: 0 };
}

/**
 * Runs the steps of a stage, as many at a time as there are processors; with `--verbose`, one at a time, so
 * that their outputs do not mix.
 */
async function runStage(steps) {
  const waiting = [...steps];
  const results = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      results.push(await (words.length > 0 ? runStep(step) : runSteadily(step)));
      endIfStopped();
    }
  };
  await Promise.all(Array.from({ length: verbose ? 1 : availableParallelism() }, work));
  return results;
}

await install({ full: true });
const begin = performance.now();
let passed = 0;
let failed = 0;
for (const stage of words.length > 0 ? chosen() : everything) {
  if (failed > 0) {
    for (const { title } of stage) console.log(`${title}: not run`);
    continue;
  }
  for (const result of await runStage(stage)) {
    passed += result.passed;
    failed += result.failed;
  }
}
if (words.length > 0 && passed + failed === 0) {
  failed = 1;
  console.log(
    `No test has ${words.map((word) => `"${word}"`).join(' or ')} in the path of its file or in its name.`,
  );
}
for (const file of unsteady)
  console.log(`UNSTEADY: ${relative(root, resolve(root, file))} failed once and passed alone; see above.`);
console.log(`\nAll of it took ${duration(begin)}.\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
