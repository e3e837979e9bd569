// npm test: installs everything, then types, lint, unused code, generated documents, screens, tests, browser stories.
// It stops at the first step that fails. `npm test -- <words>` runs only the tests whose file has one of the words in
// its path, or, where no file has, the tests whose name contains them. The last line, `N passed, N failed`, is for CI.
import './requirements.mjs';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';
import { endIfStopped, root, runNode } from './runtime.mjs';
import { countPlaywright, countVitest } from './test-counts.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--check');
const reports = mkdtempSync(join(tmpdir(), 'quad-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const vitest = {
  title: 'tests',
  command: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  byName: (name) => ['--testNamePattern', literal(name), '--passWithNoTests'],
  count: () => countVitest(readReport(vitestReport)),
};
const playwright = {
  title: 'browser stories',
  command: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--fail-on-flaky-tests'],
  env: {
    ...process.env,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  },
  byName: (name) => ['--grep', literal(name), '--pass-with-no-tests'],
  count: () => countPlaywright(readReport(playwrightReport)),
};
const screens = { title: 'screens', command: ['scripts/build.ts'] };
const everything = [
  { title: 'types', command: ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.json'] },
  {
    title: 'types of the screens',
    command: ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.web.json'],
  },
  { title: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { title: 'unused code', command: ['node_modules/knip/bin/knip.js'] },
  { title: 'generated documents', command: ['src/entry/docs.ts', '--check'] },
  screens,
  vitest,
  playwright,
];

/** The runs that the words on the command line ask for. */
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
  return [...others, ...(stories.length > 0 ? [screens] : []), ...stories];
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

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

await install({ full: true });
const begin = performance.now();
const lines = [];
let passed = 0;
let failed = 0;
for (const step of words.length > 0 ? chosen() : everything) {
  if (failed > 0) {
    lines.push(`  not run  ${step.title}`);
    continue;
  }
  console.log(`\n> ${step.title}`);
  const start = performance.now();
  const code = await runNode(step.command, { ipc: false, env: step.env ?? process.env });
  endIfStopped();
  const counts = step.count?.() ?? { passed: 0, failed: 0 };
  passed += counts.passed;
  // A step that fails is one failure at least, so that the last line never reads like a success.
  failed += code === 0 ? counts.failed : Math.max(1, counts.failed);
  const outcome = code === 0 && counts.failed === 0 ? 'passed ' : 'FAILED ';
  lines.push(`  ${outcome}  ${step.title}, ${seconds(start)}`);
  console.log(`  ${step.title}: ${outcome.trim()} after ${seconds(start)}`);
}
if (words.length > 0 && passed + failed === 0) {
  failed = 1;
  lines.push(
    `  FAILED   no test has ${words.map((word) => `"${word}"`).join(' or ')} in its file's path or its name`,
  );
}
console.log(`\n${lines.join('\n')}\n  in ${seconds(begin)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
